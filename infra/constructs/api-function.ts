import type { Bucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import type { GroupName } from '../build/operation-groups.ts'
import { letUseObjects } from './access.ts'
import type { DailyLimits } from './daily-limits.ts'
import type { Foundation } from './foundation.ts'
import type { TokenIssuer } from './issuer.ts'
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts'
import type { WebhookSettings } from './webhooks.ts'

export interface ApiFunctionsProps {
  readonly foundation: Foundation
  readonly issuer: TokenIssuer
  /** CIDRs of proxies in front of the gateway, comma-separated. */
  readonly trustedProxies: string | undefined
  /** Who mail comes from; undefined: nobody can be written to, and so our own signing page serves nobody. */
  readonly mailFrom: string | undefined
  /** Where the signing page is served under a domain of its own; undefined: by the API itself. */
  readonly pageUrl: string | undefined
  readonly limits: DailyLimits
  /** The origins from which the service's own apps call the API. */
  readonly appOrigins: readonly string[]
  readonly webhooks: WebhookSettings
  /** The path of a PEM file: authorities whose signatures are trusted when documents are verified. */
  readonly trustAnchors: string | undefined
  /** Another address of Yousign's API; undefined: Yousign's own. */
  readonly yousignUrl: string | undefined
  /** The same for AR24. */
  readonly ar24Url: string | undefined
  /** The providers of remote signatures that live organizations can use, comma-separated; undefined: none. */
  readonly cscProviders: string | undefined
}

/** A function that verifies tokens before it answers. */
export function apiFunction(
  scope: Construct,
  name: GroupName,
  props: ApiFunctionsProps,
  own: Partial<ServiceFunctionProps> = {},
) {
  const { foundation, issuer, trustedProxies, appOrigins } = props
  return new ServiceFunction(scope, name, {
    functionsDirectory: foundation.functionsDirectory,
    ...own,
    environment: {
      ISSUER: issuer.issuer,
      AUDIENCE: issuer.audience,
      FIRST_PARTY_CLIENT_ID: issuer.firstPartyClientId,
      ...(issuer.jwksUri && { JWKS_URI: issuer.jwksUri }),
      ...(issuer.consentUrl && { CONSENT_URL: issuer.consentUrl }),
      ...(issuer.tellsSignIn ? {} : { REAUTHENTICATION: 'off' }),
      ...(trustedProxies && { TRUSTED_PROXIES: trustedProxies }),
      ...(appOrigins.length > 0 && { APP_ORIGINS: appOrigins.join(' ') }),
      ...own.environment,
    },
  })
}

/** Customers name the addresses of some vendors. In the local cloud these may be on this machine. */
export function remoteVendors(
  { areLocalReceiversAllowed }: WebhookSettings,
  cscProviders: string | undefined,
): Record<string, string> {
  return {
    ...(areLocalReceiversAllowed && { LOCAL_WEBHOOK_RECEIVERS: 'allowed' }),
    ...(cscProviders && { CSC_PROVIDERS: cscProviders }),
  }
}

export function letReadUploads(function_: ServiceFunction, uploads: Bucket): void {
  letUseObjects(function_, uploads, { prefix: '', actions: ['GetObject'] })
  // Without it S3 says that an object which is not there is forbidden, and nothing put looks like a fault of ours.
  function_.allow(['s3:ListBucket'], [uploads.bucketArn])
}
