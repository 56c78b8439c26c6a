import { join } from 'node:path'
import { Validations } from 'aws-cdk-lib'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import type { Operation } from '../shared/http/operation.ts'
import { letUseObjects, letUseTable } from './access.ts'
import { apiDefinition } from './api-definition.ts'
import type { Foundation } from './foundation.ts'
import { HouseFunction, type HouseFunctionProps } from './house-function.ts'
import type { TokenIssuer } from './issuer.ts'
import { type GroupName, operationGroups } from './operation-groups.ts'
import { type GatewayLogging, RestApi } from './rest-api.ts'
import { trustAnchors } from './trust-anchors.ts'
import { environmentOf, type WebhookSettings } from './webhooks.ts'

export interface ApiProps {
  readonly foundation: Foundation
  readonly issuer: TokenIssuer
  readonly logging: GatewayLogging
  /** CIDRs of proxies in front of the gateway, comma-separated. */
  readonly trustedProxies: string | undefined
  /** Who mail comes from; undefined: nobody can be written to, and so our own signing page serves nobody. */
  readonly mailFrom: string | undefined
  readonly webhooks: WebhookSettings
  /** The path of a PEM file: authorities whose signatures are trusted when documents are verified. */
  readonly trustAnchors: string | undefined
}

/** The API: a function for each group of operations, and the gateway whose routes are those operations. */
export class Api extends Construct {
  /** Without a slash at the end. */
  readonly url: string

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id)
    const tokenKey = pageTokenKey(this)
    const sealingKey = answerKey(this)
    const functions: Record<GroupName, HouseFunction> = {
      'api-keys': apiKeys(this, props, sealingKey),
      contacts: contacts(this, props, tokenKey),
      docs: docs(this, props),
      downloads: downloads(this, props),
      events: events(this, props, tokenKey),
      grants: grants(this, props, sealingKey),
      identity: identity(this, props),
      provisioning: provisioning(this, props, tokenKey),
      signature: signature(this, props, { tokenKey, sealingKey }),
      signing: signing(this, props),
      structure: structure(this, props, tokenKey),
      uploads: uploads(this, props),
      verification: verification(this, props),
      webhooks: webhooks(this, props, { tokenKey, sealingKey }),
    }
    const { logging, foundation } = props
    const gateway = new RestApi(this, 'Gateway', {
      definition: apiDefinition('Sealpost', [
        { operations: operationGroups['api-keys'], functionArn: functions['api-keys'].functionArn },
        { operations: operationGroups.contacts, functionArn: functions.contacts.functionArn },
        { operations: operationGroups.docs, functionArn: functions.docs.functionArn },
        { operations: operationGroups.downloads, functionArn: functions.downloads.functionArn },
        { operations: operationGroups.events, functionArn: functions.events.functionArn },
        { operations: operationGroups.grants, functionArn: functions.grants.functionArn },
        { operations: operationGroups.identity, functionArn: functions.identity.functionArn },
        { operations: operationGroups.provisioning, functionArn: functions.provisioning.functionArn },
        { operations: operationGroups.signature, functionArn: functions.signature.functionArn },
        { operations: operationGroups.signing, functionArn: functions.signing.functionArn },
        { operations: operationGroups.structure, functionArn: functions.structure.functionArn },
        { operations: operationGroups.uploads, functionArn: functions.uploads.functionArn },
        { operations: operationGroups.verification, functionArn: functions.verification.functionArn },
        { operations: operationGroups.webhooks, functionArn: functions.webhooks.functionArn },
      ]),
      functions: Object.values(functions),
      secretMethods: Object.values(operationGroups).flat().filter(isReachedByLink).map(methodOf),
      logging,
      alarms: foundation.alarms,
    })
    this.url = gateway.url
  }
}

/** Whatever stands below a personal link, the page's own files with it. */
function isReachedByLink({ path }: Operation): boolean {
  return path.startsWith('/sign/') || path.startsWith('/invitations/')
}

const methodOf = ({ method, path }: Operation) => `${path}/${method}`

/** A function that verifies tokens before it answers. */
function apiFunction(scope: Construct, name: GroupName, props: ApiProps, own: Partial<HouseFunctionProps> = {}) {
  const { foundation, issuer, trustedProxies } = props
  return new HouseFunction(scope, name, {
    functionsDirectory: foundation.functionsDirectory,
    ...own,
    environment: {
      ISSUER: issuer.issuer,
      AUDIENCE: issuer.audience,
      FIRST_PARTY_CLIENT_ID: issuer.firstPartyClientId,
      ...(issuer.jwksUri && { JWKS_URI: issuer.jwksUri }),
      ...(issuer.consentUrl && { CONSENT_URL: issuer.consentUrl }),
      ...(trustedProxies && { TRUSTED_PROXIES: trustedProxies }),
      ...own.environment,
    },
  })
}

function apiKeys(scope: Construct, props: ApiProps, sealingKey: string): HouseFunction {
  const created = apiFunction(scope, 'api-keys', props, { memorySize: 512, environment: { ANSWER_KEY: sealingKey } })
  letUseTable(created, props.foundation.table, {
    actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1'],
  })
  return created
}

/** Its listings by the last change stand in the second index. */
function contacts(scope: Construct, props: ApiProps, tokenKey: string): HouseFunction {
  const { table, buckets } = props.foundation
  const created = apiFunction(scope, 'contacts', props, {
    // A whole processor: an import of 5,000 rows has to be done before its answer is due.
    memorySize: 1769,
    environment: { PAGE_TOKEN_KEY: tokenKey, UPLOADS_BUCKET: buckets.uploads.bucketName },
  })
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

/** Tells of the API, and needs nothing of it. */
function docs(scope: Construct, { foundation, issuer }: ApiProps): HouseFunction {
  return new HouseFunction(scope, 'docs', {
    functionsDirectory: foundation.functionsDirectory,
    memorySize: 512,
    environment: { ISSUER: issuer.issuer, AUDIENCE_SCOPE: issuer.audienceScope },
  })
}

function events(scope: Construct, props: ApiProps, tokenKey: string): HouseFunction {
  const created = apiFunction(scope, 'events', props, { memorySize: 512, environment: { PAGE_TOKEN_KEY: tokenKey } })
  letUseTable(created, props.foundation.table, {
    actions: ['BatchGetItem', 'GetItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1'],
  })
  return created
}

function grants(scope: Construct, props: ApiProps, sealingKey: string): HouseFunction {
  const { signingKey, audienceScope } = props.issuer
  const created = apiFunction(scope, 'grants', props, {
    memorySize: 512,
    environment: {
      ...{ ANSWER_KEY: sealingKey, AUDIENCE_SCOPE: audienceScope },
      ...(signingKey && { TOKEN_SIGNING_KEY_ID: signingKey.keyId }),
    },
  })
  // Applications exchange the codes of consents for tokens.
  if (signingKey) created.allow(['kms:GetPublicKey', 'kms:Sign'], [signingKey.keyArn])
  letUseTable(created, props.foundation.table, {
    actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1'],
  })
  return created
}

function identity(scope: Construct, props: ApiProps): HouseFunction {
  const { table } = props.foundation
  const created = apiFunction(scope, 'identity', props, { memorySize: 512 })
  letUseTable(created, table, { actions: ['BatchGetItem', 'GetItem', 'Query', 'UpdateItem'], indexes: ['GSI1'] })
  return created
}

function structure(scope: Construct, props: ApiProps, tokenKey: string): HouseFunction {
  const { keys, table } = props.foundation
  const created = apiFunction(scope, 'structure', props, {
    memorySize: 512,
    environment: { PAGE_TOKEN_KEY: tokenKey, SIGNING_SECRETS_KEY_ID: keys.signingSecrets.keyId },
  })
  // Of the tokens of invitations.
  created.allow(['kms:GenerateMac'], [keys.signingSecrets.keyArn])
  letUseTable(created, table, {
    actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1'],
  })
  return created
}

/** What partner applications ask for of organizations that are theirs, or that let them. */
function provisioning(scope: Construct, props: ApiProps, tokenKey: string): HouseFunction {
  const created = apiFunction(scope, 'provisioning', props, {
    memorySize: 512,
    environment: { PAGE_TOKEN_KEY: tokenKey },
  })
  letUseTable(created, props.foundation.table, {
    actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1'],
  })
  return created
}

/** What subscriptions are managed with; posting to them is another function's. */
function webhooks(
  scope: Construct,
  props: ApiProps,
  { tokenKey, sealingKey }: { tokenKey: string; sealingKey: string },
): HouseFunction {
  const created = apiFunction(scope, 'webhooks', props, {
    memorySize: 512,
    environment: { PAGE_TOKEN_KEY: tokenKey, ANSWER_KEY: sealingKey, ...environmentOf(props.webhooks) },
  })
  letUseTable(created, props.foundation.table, {
    actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1'],
  })
  return created
}

function uploads(scope: Construct, props: ApiProps): HouseFunction {
  const { table, buckets } = props.foundation
  const created = apiFunction(scope, 'uploads', props, {
    memorySize: 512,
    environment: { UPLOADS_BUCKET: buckets.uploads.bucketName },
  })
  letUseTable(created, table, { actions: ['BatchGetItem', 'DeleteItem', 'PutItem', 'Query', 'UpdateItem'] })
  // What a presigned URL allows is what its signer may do.
  letUseObjects(created, buckets.uploads, { prefix: '', actions: ['PutObject'] })
  return created
}

function signature(
  scope: Construct,
  props: ApiProps,
  { tokenKey, sealingKey }: { tokenKey: string; sealingKey: string },
): HouseFunction {
  const { table, buckets } = props.foundation
  const created = apiFunction(scope, 'signature', props, {
    environment: {
      DOCUMENTS_BUCKET: buckets.documents.bucketName,
      UPLOADS_BUCKET: buckets.uploads.bucketName,
      PAGE_TOKEN_KEY: tokenKey,
      ANSWER_KEY: sealingKey,
      ...(props.mailFrom && { MAIL_FROM: props.mailFrom }),
    },
  })
  letUseTable(created, table, {
    actions: ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1'],
  })
  letReadUploads(created, buckets.uploads)
  letUseObjects(
    created,
    buckets.documents,
    { prefix: 'originals/', actions: ['DeleteObject', 'GetObject', 'PutObject', 'PutObjectTagging'] },
    { prefix: 'answers/', actions: ['GetObject', 'PutObject'] },
  )
  return created
}

/** Whoever holds a link is let in by what the table says of it, without the identity provider. */
function signing(scope: Construct, { foundation, trustedProxies }: ApiProps): HouseFunction {
  const { table, buckets, keys, functionsDirectory } = foundation
  const created = new HouseFunction(scope, 'signing', {
    functionsDirectory,
    environment: {
      DOCUMENTS_BUCKET: buckets.documents.bucketName,
      SIGNING_SECRETS_KEY_ID: keys.signingSecrets.keyId,
      ...(trustedProxies && { TRUSTED_PROXIES: trustedProxies }),
    },
  })
  letUseTable(created, table, { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] })
  letUseObjects(
    created,
    buckets.documents,
    { prefix: 'originals/', actions: ['GetObject'] },
    { prefix: 'sealed/', actions: ['GetObject'] },
    { prefix: 'signatures/', actions: ['DeleteObject', 'PutObject', 'PutObjectTagging'] },
  )
  created.allow(['kms:GenerateMac'], [keys.signingSecrets.keyArn])
  return created
}

/** A function of its own: files of anybody, with whatever is in them, are not read beside what signs. */
function verification(scope: Construct, props: ApiProps): HouseFunction {
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
  return created
}

function letReadUploads(function_: HouseFunction, uploads: Bucket): void {
  letUseObjects(function_, uploads, { prefix: '', actions: ['GetObject'] })
  // Without it S3 says that an object which is not there is forbidden, and nothing put looks like a fault of ours.
  function_.allow(['s3:ListBucket'], [uploads.bucketArn])
}

function downloads(scope: Construct, props: ApiProps): HouseFunction {
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
  )
  return created
}

/**
 * The secret that authenticates page tokens, as a reference that CloudFormation resolves when it deploys. A function has it
 * without a call at its start; whoever may read the function's settings could forge page tokens, which open nothing that
 * their bearer may not read anyway.
 */
function pageTokenKey(scope: Construct): string {
  const secret = new Secret(scope, 'PageTokenKey', {
    description: 'Sealpost: authenticates page tokens',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  })
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason:
      'It guards the integrity of tokens that hold no secret. Functions have the value from their deployment: a rotation in between would change nothing, and a new secret with the next one only ends open paginations, and lets readers of events start again from a time.',
  })
  return secret.secretValue.unsafeUnwrap()
}

/** The secret that seals recorded answers which tell secrets, as such a reference. */
function answerKey(scope: Construct): string {
  const secret = new Secret(scope, 'AnswerKey', {
    description: 'Sealpost: seals recorded answers that tell secrets',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  })
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason:
      'What it seals is kept for a day, and opens only together with the Idempotency-Key of its client, which is not kept. Functions have the value from their deployment: a new secret with the next one only ends replays of such answers.',
  })
  return secret.secretValue.unsafeUnwrap()
}
