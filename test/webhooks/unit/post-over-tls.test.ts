import { once } from 'node:events'
import { createServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { postWebhook } from '../../../functions/webhooks/delivery/post.ts'
import { authority, type CertificateOptions, certified, type Holder } from '../../support/documents/certificates.ts'
import { portOf, startListener, startReceiver } from './receivers.ts'

const trusted = authority('An authority that is trusted')
const stranger = authority('An authority that is not')
const post = { headers: {}, body: Buffer.from('{"id":"1"}'), isLocalAllowed: true }
const refused = { responseCode: null, responseBody: null, error: 'tls_error' }

function pem(...certificates: Uint8Array[]): string {
  return certificates
    .map((der) => `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`)
    .join('')
}

beforeEach(() => {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, pem(trusted.certificate)])
  return () => setDefaultCACertificates(before)
})
afterEach(() => void vi.unstubAllEnvs())

/** A receiver over TLS that answers 200 and notes what it was sent. */
async function startSecureReceiver({ key, certificate, issuers }: Holder, asksForCertificate = false) {
  const requests: string[] = []
  const server = createServer({
    key: key.export({ type: 'pkcs8', format: 'pem' }),
    cert: pem(certificate, ...issuers),
    requestCert: asksForCertificate,
  })
  server.on('request', (request, response) => {
    requests.push(`${request.method} ${request.url} for ${request.headers.host}`)
    response.end('over TLS')
  })
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { port: await portOf(server), requests, server }
}

function localhost(more: Partial<CertificateOptions> = {}): Holder {
  return certified({ name: 'localhost', issuer: trusted, ...more })
}

describe('over TLS', () => {
  it('a receiver whose certificate is trusted gets the request', async () => {
    const { port, requests, server } = await startSecureReceiver(localhost())
    const secured = once(server, 'secureConnection')
    const outcome = await postWebhook({ ...post, url: `https://localhost:${port}/hook` })
    expect(outcome).toMatchObject({ responseCode: 200, responseBody: 'over TLS', error: null })
    expect(requests).toEqual([`POST /hook for localhost:${port}`])
    expect(await secured).toMatchObject([{ servername: 'localhost', alpnProtocol: 'http/1.1' }])
  })

  const untrusted: Record<string, Holder> = {
    'a certificate that it signed itself': certified({ name: 'localhost' }),
    'a certificate of an unknown authority': localhost({ issuer: stranger }),
    'a certificate for another name': localhost({ name: 'hooks.example.com' }),
    'a certificate that has run out': localhost({ notAfter: new Date('2021-01-01T00:00:00Z') }),
    'a certificate that is not in force yet': localhost({ notBefore: new Date('2048-01-01T00:00:00Z') }),
  }
  it.for(Object.entries(untrusted))('%s is refused, and nothing is sent', async ([, holder]) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const { port, requests } = await startSecureReceiver(holder)
    expect(await postWebhook({ ...post, url: `https://localhost:${port}/` })).toMatchObject(refused)
    expect(requests).toEqual([])
  })

  it('a certificate for a name does not do for an address', async () => {
    const { port, requests } = await startSecureReceiver(localhost())
    expect(await postWebhook({ ...post, url: `https://127.0.0.1:${port}/` })).toMatchObject(refused)
    expect(requests).toEqual([])
  })

  it('a receiver that asks for a certificate of ours is refused, though it says so only after the handshake', async () => {
    const { port, requests } = await startSecureReceiver(localhost(), true)
    expect(await postWebhook({ ...post, url: `https://localhost:${port}/` })).toMatchObject(refused)
    expect(requests).toEqual([])
  })

  it('a receiver that does not speak it is refused', async () => {
    const { port } = await startListener((socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await postWebhook({ ...post, url: `https://localhost:${port}/` })).toMatchObject(refused)
  })

  it('a receiver that closes during the handshake is refused', async () => {
    const { port } = await startListener((socket) => void socket.once('data', () => socket.end()))
    expect(await postWebhook({ ...post, url: `https://localhost:${port}/` })).toMatchObject(refused)
  })

  it('a handshake that hangs ends with the budget', async () => {
    const { port } = await startListener()
    const outcome = await postWebhook({ ...post, url: `https://localhost:${port}/` }, { budgetMs: 100 })
    expect(outcome).toMatchObject({ responseCode: null, error: 'timeout' })
  })
})

it('a receiver without TLS on this machine is posted to in plain text only when it was named so', async () => {
  const { port, received } = await startReceiver((socket) => void socket.write('HTTP/1.1 204 No Content\r\n\r\n'))
  expect(await postWebhook({ ...post, url: `http://localhost:${port}/` })).toMatchObject({ error: null })
  expect(received()).toMatch(/^POST \/ HTTP\/1\.1\r\n/)
})
