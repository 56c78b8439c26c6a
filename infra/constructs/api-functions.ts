import { join } from 'node:path'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import type { GroupName } from '../build/operation-groups.ts'
import { letReadSecret, letReadSecrets, letUseObjects, letUseTable } from './access.ts'
import type { DailyLimits } from './daily-limits.ts'
import type { Foundation } from './foundation.ts'
import type { TokenIssuer } from './issuer.ts'
import type { KeyRing } from './key-rings.ts'
import { keyArnsOf, keyIdsOf } from './keys.ts'
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts'
import { trustAnchors } from './trust-anchors.ts'
import { environmentOf, type WebhookSettings } from './webhooks.ts'

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

/** The secrets of functions of the API: the ring that authenticates page tokens, and what seals recorded answers that tell secrets. */
interface ApiKeys {
  readonly tokenKeys: KeyRing<ISecret>
  readonly sealingKey: ISecret
}

/** A function for each group of operations. */
export function apiFunctions(
  scope: Construct,
  props: ApiFunctionsProps,
  keys: ApiKeys,
): Record<GroupName, ServiceFunction> {
  const { tokenKeys, sealingKey } = keys
  return {
    'api-keys': apiKeys(scope, props, sealingKey),
    console: console_(scope, props),
    contacts: contacts(scope, props, tokenKeys),
    docs: docs(scope, props),
    downloads: downloads(scope, props),
    events: events(scope, props, tokenKeys),
    grants: grants(scope, props, sealingKey),
    identity: identity(scope, props),
    provisioning: provisioning(scope, props, tokenKeys),
    'registered-mail-page': registeredMailPage(scope, props),
    'registered-mails': registeredMails(scope, props, keys),
    signature: signature(scope, props, keys),
    signing: signing(scope, props),
    structure: structure(scope, props, tokenKeys),
    tasks: tasks(scope, props, keys),
    uploads: uploads(scope, props),
    'vendor-connections': vendorConnections(scope, props),
    verification: verification(scope, props),
    'verify-page': verifyPage(scope, props),
    webhooks: webhooks(scope, props, keys),
  }
}

/** A function that verifies tokens before it answers. */
function apiFunction(
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

function apiKeys(scope: Construct, props: ApiFunctionsProps, sealingKey: ISecret): ServiceFunction {
  const created = apiFunction(scope, 'api-keys', props, { memorySize: 512 })
  letReadSecret(created, 'ANSWER_KEY', sealingKey)
  letUseTable(created, props.foundation.table, {
    actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1'],
    owns: ['CLIENT#'],
  })
  return created
}

/** Its listings by the last change stand in the second index. */
function contacts(scope: Construct, props: ApiFunctionsProps, tokenKeys: KeyRing<ISecret>): ServiceFunction {
  const { table, buckets } = props.foundation
  const created = apiFunction(scope, 'contacts', props, {
    // A whole processor: an import of 5,000 rows has to be done before its answer is due.
    memorySize: 1769,
    environment: { UPLOADS_BUCKET: buckets.uploads.bucketName },
  })
  letReadSecrets(created, 'PAGE_TOKEN_KEYS', tokenKeys)
  letUseTable(created, table, {
    actions: [
      ...(['BatchGetItem', 'BatchWriteItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem'] as const),
      ...(['Query', 'UpdateItem'] as const),
    ],
    indexes: ['GSI1', 'GSI2'],
  })
  letReadUploads(created, buckets.uploads)
  return created
}

/** The console's page. Everything it shows comes from the API, so the function reads nothing. */
function console_(scope: Construct, { foundation, issuer }: ApiFunctionsProps): ServiceFunction {
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
function docs(scope: Construct, { foundation, issuer }: ApiFunctionsProps): ServiceFunction {
  return new ServiceFunction(scope, 'docs', {
    functionsDirectory: foundation.functionsDirectory,
    memorySize: 512,
    environment: { ISSUER: issuer.issuer, AUDIENCE_SCOPE: issuer.audienceScope },
  })
}

function events(scope: Construct, props: ApiFunctionsProps, tokenKeys: KeyRing<ISecret>): ServiceFunction {
  const created = apiFunction(scope, 'events', props, { memorySize: 512 })
  letReadSecrets(created, 'PAGE_TOKEN_KEYS', tokenKeys)
  letUseTable(created, props.foundation.table, {
    actions: ['BatchGetItem', 'GetItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1'],
  })
  return created
}

function grants(scope: Construct, props: ApiFunctionsProps, sealingKey: ISecret): ServiceFunction {
  const { signingKeys, audienceScope } = props.issuer
  const created = apiFunction(scope, 'grants', props, {
    memorySize: 512,
    environment: {
      AUDIENCE_SCOPE: audienceScope,
      ...(signingKeys && { TOKEN_SIGNING_KEYS: keyIdsOf(signingKeys) }),
    },
  })
  letReadSecret(created, 'ANSWER_KEY', sealingKey)
  // Applications exchange the codes of consents for tokens.
  if (signingKeys) created.allow(['kms:GetPublicKey', 'kms:Sign'], [signingKeys.current.keyArn])
  letUseTable(created, props.foundation.table, {
    actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1'],
    // Codes of consents are exchanged for sessions, and people end theirs.
    owns: ['OIDC#'],
  })
  return created
}

function identity(scope: Construct, props: ApiFunctionsProps): ServiceFunction {
  const { table } = props.foundation
  const created = apiFunction(scope, 'identity', props, { memorySize: 512 })
  letUseTable(created, table, {
    actions: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1'],
  })
  return created
}

function structure(scope: Construct, props: ApiFunctionsProps, tokenKeys: KeyRing<ISecret>): ServiceFunction {
  const { keys, table, buckets } = props.foundation
  const created = apiFunction(scope, 'structure', props, {
    memorySize: 512,
    environment: {
      SIGNING_SECRETS_KEYS: keyIdsOf(keys.signingSecrets),
      UPLOADS_BUCKET: buckets.uploads.bucketName,
      ...(props.pageUrl && { PAGE_URL: props.pageUrl }),
      ...props.limits.emails,
    },
  })
  letReadSecrets(created, 'PAGE_TOKEN_KEYS', tokenKeys)
  // Logos come as uploads.
  letReadUploads(created, buckets.uploads)
  // Of the tokens of invitations.
  created.allow(['kms:GenerateMac'], keyArnsOf(keys.signingSecrets))
  letUseTable(created, table, {
    actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1'],
    // API keys stand at nodes, and move with them.
    owns: ['CLIENT#'],
  })
  return created
}

/** What partner applications ask for of organizations that are theirs, or that let them. */
function provisioning(scope: Construct, props: ApiFunctionsProps, tokenKeys: KeyRing<ISecret>): ServiceFunction {
  const created = apiFunction(scope, 'provisioning', props, {
    memorySize: 512,
    environment: props.limits.emails,
  })
  letReadSecrets(created, 'PAGE_TOKEN_KEYS', tokenKeys)
  letUseTable(created, props.foundation.table, {
    actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1', 'GSI3'],
  })
  return created
}

/** What subscriptions are managed with; posting to them is another function's. */
function webhooks(scope: Construct, props: ApiFunctionsProps, { tokenKeys, sealingKey }: ApiKeys): ServiceFunction {
  const created = apiFunction(scope, 'webhooks', props, {
    memorySize: 512,
    environment: environmentOf(props.webhooks),
  })
  letReadSecrets(created, 'PAGE_TOKEN_KEYS', tokenKeys)
  letReadSecret(created, 'ANSWER_KEY', sealingKey)
  letReadSecrets(created, 'WEBHOOK_SECRET_KEYS', props.webhooks.secretKeys)
  letUseTable(created, props.foundation.table, {
    actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1', 'GSI3'],
  })
  return created
}

/** Its listings of assignees stand in the second index. */
function tasks(scope: Construct, props: ApiFunctionsProps, { tokenKeys, sealingKey }: ApiKeys): ServiceFunction {
  const created = apiFunction(scope, 'tasks', props, {
    environment: {
      ...(props.pageUrl && { PAGE_URL: props.pageUrl }),
    },
  })
  letReadSecrets(created, 'PAGE_TOKEN_KEYS', tokenKeys)
  letReadSecret(created, 'ANSWER_KEY', sealingKey)
  letUseTable(created, props.foundation.table, {
    actions: ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1', 'GSI2'],
  })
  return created
}

function uploads(scope: Construct, props: ApiFunctionsProps): ServiceFunction {
  const { table, buckets } = props.foundation
  const created = apiFunction(scope, 'uploads', props, {
    memorySize: 512,
    environment: { UPLOADS_BUCKET: buckets.uploads.bucketName },
  })
  // A role of an organization’s own is read by itself where somebody has one.
  letUseTable(created, table, { actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] })
  // What a presigned URL allows is what its signer may do.
  letUseObjects(created, buckets.uploads, { prefix: '', actions: ['PutObject'] })
  return created
}

function registeredMails(scope: Construct, props: ApiFunctionsProps, { tokenKeys }: ApiKeys): ServiceFunction {
  const { table, buckets, keys } = props.foundation
  const created = apiFunction(scope, 'registered-mails', props, {
    environment: {
      DOCUMENTS_BUCKET: buckets.documents.bucketName,
      UPLOADS_BUCKET: buckets.uploads.bucketName,
      VENDOR_SECRETS_KEY: keys.vendorSecrets.keyId,
      ...(props.ar24Url && { AR24_URL: props.ar24Url }),
      ...(props.mailFrom && { MAIL_FROM: props.mailFrom }),
      ...props.limits.emails,
    },
  })
  letReadSecrets(created, 'PAGE_TOKEN_KEYS', tokenKeys)
  // The secret of a sender account is written here, and read by nothing here.
  created.allow(['kms:Encrypt'], [keys.vendorSecrets.keyArn])
  // Sender accounts are made at outside vendors with the credentials of the organization.
  created.allow(['kms:Decrypt'], [keys.vendorSecrets.keyArn], {
    StringEquals: { 'kms:EncryptionContext:use': 'vendor_credentials' },
  })
  letReadUploads(created, buckets.uploads)
  letUseObjects(created, buckets.documents, {
    prefix: 'originals/',
    actions: ['DeleteObject', 'PutObject', 'PutObjectTagging'],
  })
  letUseTable(created, table, {
    actions: ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1'],
  })
  return created
}

function signature(scope: Construct, props: ApiFunctionsProps, { tokenKeys, sealingKey }: ApiKeys): ServiceFunction {
  const { table, buckets } = props.foundation
  const created = apiFunction(scope, 'signature', props, {
    environment: {
      DOCUMENTS_BUCKET: buckets.documents.bucketName,
      UPLOADS_BUCKET: buckets.uploads.bucketName,
      ...(props.mailFrom && { MAIL_FROM: props.mailFrom }),
      ...(props.pageUrl && { PAGE_URL: props.pageUrl }),
      ...props.limits.emails,
    },
  })
  letReadSecrets(created, 'PAGE_TOKEN_KEYS', tokenKeys)
  letReadSecret(created, 'ANSWER_KEY', sealingKey)
  letUseTable(created, table, {
    actions: ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1'],
  })
  letReadUploads(created, buckets.uploads)
  letUseObjects(
    created,
    buckets.documents,
    { prefix: 'originals/', actions: ['DeleteObject', 'GetObject', 'PutObject', 'PutObjectTagging'] },
    // Handwritten mentions that were drawn before the signer signs.
    { prefix: 'signatures/', actions: ['PutObject', 'PutObjectTagging'] },
    { prefix: 'answers/', actions: ['GetObject', 'PutObject'] },
  )
  return created
}

/** Whoever holds a link is let in by what the table says of it, without the identity provider. */
function signing(
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

/** Customers name the addresses of some vendors. In the local cloud these may be on this machine. */
function remoteVendors(
  { areLocalReceiversAllowed }: WebhookSettings,
  cscProviders: string | undefined,
): Record<string, string> {
  return {
    ...(areLocalReceiversAllowed && { LOCAL_WEBHOOK_RECEIVERS: 'allowed' }),
    ...(cscProviders && { CSC_PROVIDERS: cscProviders }),
  }
}

/** The pages of recipients and of owners of sender accounts. A link lets in its holder, without the identity provider. */
function registeredMailPage(scope: Construct, { foundation, trustedProxies }: ApiFunctionsProps): ServiceFunction {
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

/** The credentials of outside vendors are written here, and tried. Webhooks of these vendors come in here, too. */
function vendorConnections(scope: Construct, props: ApiFunctionsProps): ServiceFunction {
  const { keys, table } = props.foundation
  const created = apiFunction(scope, 'vendor-connections', props, {
    memorySize: 512,
    environment: {
      VENDOR_SECRETS_KEY: keys.vendorSecrets.keyId,
      ...(props.yousignUrl && { YOUSIGN_URL: props.yousignUrl }),
      ...(props.ar24Url && { AR24_URL: props.ar24Url }),
      ...remoteVendors(props.webhooks, props.cscProviders),
    },
  })
  created.allow(['kms:Decrypt', 'kms:Encrypt'], [keys.vendorSecrets.keyArn])
  letUseTable(created, table, {
    actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1'],
  })
  return created
}

/** A function of its own: files of anybody, with whatever is in them, are not read beside what signs. */
function verification(scope: Construct, props: ApiFunctionsProps): ServiceFunction {
  const { table, buckets, keys, functionsDirectory } = props.foundation
  const created = apiFunction(scope, 'verification', props, {
    environment: {
      DOCUMENTS_BUCKET: buckets.documents.bucketName,
      UPLOADS_BUCKET: buckets.uploads.bucketName,
      LIVE_SEAL_KEY_ID: keys.liveSeal.keyId,
      TEST_SEAL_KEY_ID: keys.testSeal.keyId,
      ...trustAnchors(props.trustAnchors, join(functionsDirectory, 'verification')),
    },
  })
  letUseTable(created, table, {
    actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
  })
  letReadUploads(created, buckets.uploads)
  letUseObjects(created, buckets.documents, { prefix: 'answers/', actions: ['GetObject', 'PutObject'] })
  created.allow(['kms:GetPublicKey'], [keys.liveSeal.keyArn, keys.testSeal.keyArn])
  return created
}

/** The public page that checks documents. It knows seal keys by their public halves, and reads what it shows of a request. */
function verifyPage(scope: Construct, props: ApiFunctionsProps): ServiceFunction {
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

function letReadUploads(function_: ServiceFunction, uploads: Bucket): void {
  letUseObjects(function_, uploads, { prefix: '', actions: ['GetObject'] })
  // Without it S3 says that an object which is not there is forbidden, and nothing put looks like a fault of ours.
  function_.allow(['s3:ListBucket'], [uploads.bucketArn])
}

function downloads(scope: Construct, props: ApiFunctionsProps): ServiceFunction {
  const { table, buckets } = props.foundation
  const created = apiFunction(scope, 'downloads', props, {
    environment: { DOCUMENTS_BUCKET: buckets.documents.bucketName },
  })
  letUseTable(created, table, {
    actions: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1'],
  })
  letUseObjects(
    created,
    buckets.documents,
    { prefix: 'originals/', actions: ['GetObject'] },
    { prefix: 'sealed/', actions: ['GetObject'] },
    { prefix: 'proofs/', actions: ['GetObject'] },
  )
  return created
}
