import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getOpenApiDocument } from '../../../functions/docs/get-openapi-document.ts'
import { getReference } from '../../../functions/docs/get-reference.ts'
import { openApiDocument } from '../../../shared/openapi/openapi.ts'
import { sampleOperations } from '../../shared/unit/openapi/sample-operations.ts'

/** The file that stands beside the bundled function. */
const { readFile } = vi.hoisted(() => ({ readFile: vi.fn<(path: URL) => Promise<string>>() }))
vi.mock('node:fs/promises', () => ({ readFile }))

beforeEach(() => {
  vi.stubEnv('ISSUER', 'https://auth.example.com')
  vi.stubEnv('AUDIENCE_SCOPE', 'urn:example:aud')
  readFile.mockResolvedValue(JSON.stringify(openApiDocument(sampleOperations, { serverUrl: '/', version: '1.2.3' })))
})
afterEach(() => vi.unstubAllEnvs())

async function call(
  operation: typeof getReference | typeof getOpenApiDocument,
  headers: Record<string, string> = {},
  baseUrl = 'https://api.example.com',
) {
  const context = { baseUrl, headers }
  const answer = await operation.handle(context as never)
  if ('refused' in answer) throw new Error(answer.refused)
  return answer
}

describe('the operations that describe the API', () => {
  test('GET /openapi.json names the address and the token endpoint of this deployment', async () => {
    const { status, body } = await call(getOpenApiDocument)
    expect(status).toBe(200)
    expect(body?.contentType).toBe('application/json; charset=utf-8')
    expect(JSON.parse(String(body?.stream))).toMatchObject({
      servers: [{ url: 'https://api.example.com' }],
      components: {
        securitySchemes: {
          oauth2: {
            flows: {
              clientCredentials: {
                tokenUrl: 'https://auth.example.com/oauth/v2/token',
                scopes: { 'urn:example:aud': expect.any(String) },
              },
            },
          },
        },
      },
    })
    expect(String(readFile.mock.calls[0]?.[0])).toMatch(/\/openapi\.json$/)
  })

  test('both tell where people consent to applications, if they can anywhere', async () => {
    const consentUrl = 'https://auth.example.com/oauth/consent'
    for (const operation of [getOpenApiDocument, getReference]) {
      // What was made for an address is remembered.
      const toldAt = async (address: string) => String((await call(operation, {}, address)).body?.stream)
      expect(await toldAt('https://without.example.com')).not.toContain(consentUrl)
      vi.stubEnv('CONSENT_URL', consentUrl)
      expect(await toldAt('https://with.example.com')).toContain(consentUrl)
      vi.stubEnv('CONSENT_URL', undefined)
    }
  })

  test('GET /docs is a page that runs under its own policy', async () => {
    const { status, body, headers } = await call(getReference)
    expect(status).toBe(200)
    expect(body?.contentType).toBe('text/html; charset=utf-8')
    expect(headers).toMatchObject({ 'Cache-Control': 'public, max-age=3600' })
    expect(headers?.['Content-Security-Policy']).toContain("default-src 'none'")
  })

  test.each([getOpenApiDocument, getReference])('$path answers 304 to whoever holds it', async (operation) => {
    const { headers } = await call(operation)
    expect(await call(operation, { 'if-none-match': headers?.ETag ?? '' })).toMatchObject({ status: 304, body: null })
  })
})
