import type { RequestListener } from 'node:http'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { type KmsSigningKey, kmsSigningKey } from '../../../shared/auth/kms-token-signer.ts'
import { answerThrough, issuerOf } from './gateway-bridge.ts'
import { type IdentityProviderParts, identityProvider } from './identity-provider.ts'

/**
 * Answers gateway events as the issuer at whose address they came in. The key's public half is read once, and a provider
 * is kept for each address (the gateway's own, a domain's), so that a warm request does neither.
 */
export function serveIssuers(
  parts: IdentityProviderParts & { signingKeyId: string; trustedProxies: readonly string[] },
): (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult> {
  const listeners = new Map<string, RequestListener>()
  let key: KmsSigningKey | undefined
  const listenerOf = async (issuer: string): Promise<RequestListener> => {
    const kept = listeners.get(issuer)
    if (kept) return kept
    key ??= await kmsSigningKey(parts.kms, parts.signingKeyId)
    const listener = identityProvider(issuer, key, parts).callback()
    listeners.set(issuer, listener)
    return listener
  }
  return async (event) => {
    try {
      return await answerThrough(await listenerOf(issuerOf(event)), event, parts.trustedProxies)
    } catch (error) {
      parts.logError(error)
      return serverError()
    }
  }
}

/** In the shape that the provider itself gives its own failures. */
function serverError(): APIGatewayProxyResult {
  return {
    statusCode: 500,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
    body: JSON.stringify({ error: 'server_error', error_description: 'something went wrong on our side' }),
  }
}
