import { join } from 'node:path'
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import type { GroupName } from '../build/operation-groups.ts'
import { letReadSecret, letReadSecrets, letUseObjects, letUseTable } from './access.ts'
import { type ApiFunctionsProps, apiFunction, letReadUploads, remoteVendors } from './api-function.ts'
import type { KeyRing } from './key-rings.ts'
import { keyArnsOf, keyIdsOf } from './keys.ts'
import { console_, docs, registeredMailPage, signing, verifyPage } from './page-functions.ts'
import type { ServiceFunction } from './service-function.ts'
import { trustAnchors } from './trust-anchors.ts'
import { environmentOf } from './webhooks.ts'

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
