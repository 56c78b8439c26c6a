import { join } from 'node:path'
import type { Construct } from 'constructs'
import { letUseObjects, letUseTable } from './access.ts'
import { type ApiFunctionsProps, remoteVendors } from './api-function.ts'
import { keyArnsOf, keyIdsOf } from './keys.ts'
import { ServiceFunction } from './service-function.ts'
import { trustAnchors } from './trust-anchors.ts'

/** Functions with pages for people, which no token of the identity provider lets in. */

/** The console's page. Everything it shows comes from the API, so the function reads nothing. */
export function console_(scope: Construct, { foundation, issuer }: ApiFunctionsProps): ServiceFunction {
  return new ServiceFunction(scope, 'console', {
    functionsDirectory: foundation.functionsDirectory,
    memorySize: 512,
    environment: {
      ISSUER: issuer.issuer,
      AUDIENCE_SCOPE: issuer.audienceScope,
      FIRST_PARTY_CLIENT_ID: issuer.firstPartyClientId,
      UPLOADS_ORIGIN: `https://${foundation.buckets.uploads.bucketRegionalDomainName}`,
    },
  })
}

/** Tells of the API, and needs nothing of it. */
export function docs(scope: Construct, { foundation, issuer }: ApiFunctionsProps): ServiceFunction {
  return new ServiceFunction(scope, 'docs', {
    functionsDirectory: foundation.functionsDirectory,
    memorySize: 512,
    environment: {
      ISSUER: issuer.issuer,
      AUDIENCE_SCOPE: issuer.audienceScope,
      ...(issuer.consentUrl && { CONSENT_URL: issuer.consentUrl }),
    },
  })
}

/** Whoever holds a link is let in by what the table says of it, without the identity provider. */
export function signing(
  scope: Construct,
  { foundation, trustedProxies, limits, webhooks, cscProviders }: ApiFunctionsProps,
): ServiceFunction {
  const { table, buckets, keys, functionsDirectory } = foundation
  const created = new ServiceFunction(scope, 'signing', {
    functionsDirectory,
    environment: {
      DOCUMENTS_BUCKET: buckets.documents.bucketName,
      SIGNING_SECRETS_KEYS: keyIdsOf(keys.signingSecrets),
      SIGNING_ACTS_KEYS: keyIdsOf(keys.signingActs),
      VENDOR_SECRETS_KEY: keys.vendorSecrets.keyId,
      ...(trustedProxies && { TRUSTED_PROXIES: trustedProxies }),
      ...remoteVendors(webhooks, cscProviders),
      ...limits.sms,
    },
  })
  // Vendors that keep the keys of signers are called while they wait.
  created.allow(['kms:Decrypt'], [keys.vendorSecrets.keyArn])
  letUseTable(created, table, {
    actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
  })
  letUseObjects(
    created,
    buckets.documents,
    { prefix: 'originals/', actions: ['GetObject'] },
    { prefix: 'sealed/', actions: ['GetObject'] },
    { prefix: 'signatures/', actions: ['DeleteObject', 'GetObject', 'PutObject', 'PutObjectTagging'] },
  )
  created.allow(['kms:GenerateMac'], [...keyArnsOf(keys.signingSecrets), keys.signingActs.current.keyArn])
  return created
}

/** The pages of recipients and of owners of sender accounts. A link lets in its holder, without the identity provider. */
export function registeredMailPage(
  scope: Construct,
  { foundation, trustedProxies }: ApiFunctionsProps,
): ServiceFunction {
  const { table, buckets, keys, functionsDirectory } = foundation
  const created = new ServiceFunction(scope, 'registered-mail-page', {
    functionsDirectory,
    memorySize: 512,
    environment: {
      DOCUMENTS_BUCKET: buckets.documents.bucketName,
      SIGNING_SECRETS_KEYS: keyIdsOf(keys.signingSecrets),
      MAIL_ACTS_KEYS: keyIdsOf(keys.mailActs),
      ...(trustedProxies && { TRUSTED_PROXIES: trustedProxies }),
    },
  })
  letUseTable(created, table, { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] })
  letUseObjects(
    created,
    buckets.documents,
    { prefix: 'originals/', actions: ['GetObject'] },
    { prefix: 'proofs/', actions: ['GetObject'] },
  )
  created.allow(['kms:GenerateMac'], [...keyArnsOf(keys.signingSecrets), keys.mailActs.current.keyArn])
  return created
}

/** The public page that checks documents. It knows seal keys by their public halves, and reads what it shows of a request. */
export function verifyPage(scope: Construct, props: ApiFunctionsProps): ServiceFunction {
  const { foundation, trustedProxies } = props
  const { table, buckets, keys, functionsDirectory } = foundation
  const created = new ServiceFunction(scope, 'verify-page', {
    functionsDirectory,
    memorySize: 1769,
    environment: {
      UPLOADS_BUCKET: buckets.uploads.bucketName,
      LIVE_SEAL_KEY_ID: keys.liveSeal.keyId,
      TEST_SEAL_KEY_ID: keys.testSeal.keyId,
      ...props.limits.checks,
      ...trustAnchors(props.trustAnchors, join(functionsDirectory, 'verify-page')),
      ...(trustedProxies && { TRUSTED_PROXIES: trustedProxies }),
    },
  })
  letUseTable(created, table, { actions: ['GetItem', 'Query', 'UpdateItem'] })
  letUseObjects(created, buckets.uploads, {
    prefix: 'verify/',
    actions: ['DeleteObjectVersion', 'GetObject', 'PutObject'],
  })
  // Without it S3 says that an object which is not there is forbidden.
  created.allow(['s3:ListBucket'], [buckets.uploads.bucketArn])
  created.allow(['kms:GetPublicKey'], [keys.liveSeal.keyArn, keys.testSeal.keyArn])
  return created
}
