import { Logger } from '@aws-lambda-powertools/logger'
import { KMSClient } from '@aws-sdk/client-kms'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import { environment } from '../../shared/environment.ts'
import { platform } from '../../shared/platform.ts'
import { serveIssuers } from './serve-issuers.ts'

let serve: ReturnType<typeof serveIssuers> | undefined

/** The identity provider, behind a gateway of its own. */
export async function handler(event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> {
  serve ??= startServing(new Logger({ serviceName: context.functionName }))
  return await serve(event)
}

function startServing(logger: Logger): ReturnType<typeof serveIssuers> {
  return serveIssuers({
    platform: platform(),
    kms: new KMSClient({ maxAttempts: 3 }),
    signingKeyId: environment('TOKEN_SIGNING_KEY_ID'),
    audience: { audience: environment('AUDIENCE'), audienceScope: environment('AUDIENCE_SCOPE') },
    logError: (error) => logger.error('unexpected error', { error: error instanceof Error ? error : String(error) }),
  })
}
