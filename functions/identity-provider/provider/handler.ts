import { Logger } from '@aws-lambda-powertools/logger'
import { KMSClient } from '@aws-sdk/client-kms'
import type { Context } from 'aws-lambda'
import type { GatewayAnswer } from '../../../shared/http/gateway-answer.ts'
import type { HttpEvent } from '../../../shared/http/middleware/http-middleware.ts'
import { kmsMacKeys } from '../../../shared/personal-links/kms-mac.ts'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment, optionalEnvironment } from '../../../shared/platform/environment.ts'
import { keyRing } from '../../../shared/platform/key-ring.ts'
import { platform } from '../../../shared/store/platform.ts'
import { codeQueue } from './code-queue.ts'
import type { PeopleParts } from './identity-provider.ts'
import { serveIssuers } from './serve-issuers.ts'

let serve: ReturnType<typeof serveIssuers> | undefined

/** The identity provider, behind a gateway of its own. */
export async function handler(event: HttpEvent, context: Context): Promise<GatewayAnswer> {
  serve ??= startServing(new Logger({ serviceName: context.functionName }))
  return await serve(event, context)
}

function startServing(logger: Logger): ReturnType<typeof serveIssuers> {
  const kms = new KMSClient(recordCalls)
  return serveIssuers({
    platform: platform(),
    kms,
    signingKeys: keyRing(environment('TOKEN_SIGNING_KEYS')),
    audience: { audience: environment('AUDIENCE'), audienceScope: environment('AUDIENCE_SCOPE') },
    people: peopleParts(kms),
    logError: (error) => logger.error('unexpected error', { error: error instanceof Error ? error : String(error) }),
  })
}

/** Null where no mail can be sent, and so no code. */
function peopleParts(kms: KMSClient): PeopleParts | null {
  const queueUrl = optionalEnvironment('SIGN_IN_CODE_QUEUE_URL')
  if (!queueUrl) return null
  const redirectUris = optionalEnvironment('APP_REDIRECT_URIS')?.split(' ') ?? []
  return {
    macKeys: kmsMacKeys(kms, environment('SIGNING_SECRETS_KEYS')),
    sendCode: codeQueue(queueUrl),
    ownApp: { clientId: environment('FIRST_PARTY_CLIENT_ID'), name: 'Sealpost', redirectUris },
    passkeyDomain: optionalEnvironment('PASSKEY_DOMAIN') ?? null,
  }
}
