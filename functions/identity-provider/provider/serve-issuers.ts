import type { RequestListener } from 'node:http'
import middy from '@middy/core'
import { type KmsSigningKey, kmsSigningKey } from '../../../shared/auth/kms-token-signer.ts'
import type { GatewayAnswer } from '../../../shared/http/gateway-answer.ts'
import { errorHandler } from '../../../shared/http/middleware/error-handler.ts'
import type { HttpEvent } from '../../../shared/http/middleware/http-middleware.ts'
import { readRequest } from '../../../shared/http/middleware/read-request.ts'
import { responseHeaders } from '../../../shared/http/middleware/response-headers.ts'
import type { KeyRing } from '../../../shared/platform/key-ring.ts'
import { answerThrough, issuerOf } from './gateway-bridge.ts'
import { type IdentityProviderParts, identityProvider } from './identity-provider.ts'

/**
 * The Lambda handler of the identity provider: it answers as the issuer at whose address the event came in. It reads the
 * public keys once and keeps one provider for each address, so warm requests do neither.
 */
export function serveIssuers(parts: IdentityProviderParts & { signingKeys: KeyRing }) {
  const listeners = new Map<string, RequestListener>()
  let keys: readonly KmsSigningKey[] | undefined
  const listenerOf = async (issuer: string): Promise<RequestListener> => {
    const kept = listeners.get(issuer)
    if (kept) return kept
    keys ??= await readKeys(parts)
    const listener = identityProvider(issuer, keys, parts).callback()
    listeners.set(issuer, listener)
    return listener
  }
  const failed = async (error: unknown) => {
    parts.logError(error)
    return serverError()
  }
  return middy<HttpEvent, GatewayAnswer>({ timeoutEarlyInMillis: 0 })
    .use([responseHeaders(), errorHandler(failed), readRequest()])
    .handler(async (event) => await answerThrough(await listenerOf(issuerOf(event)), event))
}

/** The current key comes first: the provider signs with it, and publishes all. */
async function readKeys({ kms, signingKeys }: Pick<IdentityProviderParts, 'kms'> & { signingKeys: KeyRing }) {
  return await Promise.all([...signingKeys.keys.values()].map((keyId) => kmsSigningKey(kms, keyId)))
}

/** Has the shape of the provider's own failures. */
function serverError(): GatewayAnswer {
  return {
    statusCode: 500,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
    body: JSON.stringify({ error: 'server_error', error_description: 'something went wrong on our side' }),
  }
}
