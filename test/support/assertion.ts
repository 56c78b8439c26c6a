import { importJWK, SignJWT } from 'jose'
import { cloud } from './cloud.ts'

interface KeyHolder {
  readonly clientId: string
  readonly privateJwk: object
}

/** What the token endpoint is asked by a client that proves itself with a key of its own (RFC 7523). */
export async function askWithAssertion({ clientId, privateJwk }: KeyHolder): Promise<() => Promise<Response>> {
  const { authUrl } = cloud()
  const assertion = await new SignJWT({ jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(authUrl)
    .setIssuedAt()
    .setExpirationTime('1m')
    .sign(await importJWK({ ...privateJwk }, 'ES256'))
  const form = {
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
    client_id: clientId,
    scope: 'urn:svc:api:aud',
  }
  return () => fetch(`${authUrl}/oauth/v2/token`, { method: 'POST', body: new URLSearchParams(form) })
}
