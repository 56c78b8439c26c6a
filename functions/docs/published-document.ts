import { readFile } from 'node:fs/promises'
import { securitySchemes } from '../../shared/openapi/openapi-components.ts'
import type { OpenApiDocument } from '../../shared/openapi/openapi-document.ts'
import { environment, optionalEnvironment } from '../../shared/platform/environment.ts'

let stored: Promise<OpenApiDocument> | undefined

/**
 * The build writes the OpenAPI document beside this function, so the function contains no other operations. It fills in
 * what only the deployment knows.
 */
export async function publishedDocument(baseUrl: string): Promise<OpenApiDocument> {
  stored ??= readDocument().catch((error: unknown) => {
    stored = undefined
    throw error
  })
  const document = await stored
  const tokens = {
    issuer: environment('ISSUER'),
    audienceScope: environment('AUDIENCE_SCOPE'),
    consentUrl: optionalEnvironment('CONSENT_URL') ?? null,
  }
  return {
    ...document,
    info: { ...document.info, contact: { ...document.info.contact, url: baseUrl } },
    servers: [{ url: baseUrl }],
    components: { ...document.components, securitySchemes: securitySchemes(tokens) },
  }
}

async function readDocument(): Promise<OpenApiDocument> {
  return JSON.parse(await readFile(new URL('./openapi.json', import.meta.url), 'utf8'))
}
