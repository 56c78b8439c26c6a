import { Validations } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { letUseObjects, letUseTable } from './access.ts'
import { apiDefinition } from './api-definition.ts'
import type { Foundation } from './foundation.ts'
import { HouseFunction, type HouseFunctionProps } from './house-function.ts'
import type { TokenIssuer } from './issuer.ts'
import { type GroupName, operationGroups } from './operation-groups.ts'
import { type GatewayLogging, RestApi } from './rest-api.ts'

export interface ApiProps {
  readonly foundation: Foundation
  readonly issuer: TokenIssuer
  readonly logging: GatewayLogging
  /** CIDRs of proxies in front of the gateway, comma-separated. */
  readonly trustedProxies: string | undefined
}

/** The API: a function for each group of operations, and the gateway whose routes are those operations. */
export class Api extends Construct {
  /** Without a slash at the end. */
  readonly url: string

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id)
    const functions: Record<GroupName, HouseFunction> = {
      docs: docs(this, props),
      downloads: downloads(this, props),
      identity: identity(this, props),
      signature: signature(this, props),
      uploads: uploads(this, props),
    }
    const { logging, foundation } = props
    const gateway = new RestApi(this, 'Gateway', {
      definition: apiDefinition('Sealpost', [
        { operations: operationGroups.docs, functionArn: functions.docs.functionArn },
        { operations: operationGroups.downloads, functionArn: functions.downloads.functionArn },
        { operations: operationGroups.identity, functionArn: functions.identity.functionArn },
        { operations: operationGroups.signature, functionArn: functions.signature.functionArn },
        { operations: operationGroups.uploads, functionArn: functions.uploads.functionArn },
      ]),
      functions: Object.values(functions),
      logging,
      alarms: foundation.alarms,
    })
    this.url = gateway.url
  }
}

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
      ...(trustedProxies && { TRUSTED_PROXIES: trustedProxies }),
      ...own.environment,
    },
  })
}

/** Tells of the API, and needs nothing of it. */
function docs(scope: Construct, { foundation, issuer }: ApiProps): HouseFunction {
  return new HouseFunction(scope, 'docs', {
    functionsDirectory: foundation.functionsDirectory,
    memorySize: 512,
    environment: { ISSUER: issuer.issuer, AUDIENCE_SCOPE: issuer.audienceScope },
  })
}

function identity(scope: Construct, props: ApiProps): HouseFunction {
  const { table } = props.foundation
  const created = apiFunction(scope, 'identity', props, { memorySize: 512 })
  letUseTable(created, table, { actions: ['BatchGetItem', 'GetItem', 'Query', 'UpdateItem'], indexes: ['GSI1'] })
  return created
}

function uploads(scope: Construct, props: ApiProps): HouseFunction {
  const { table, buckets } = props.foundation
  const created = apiFunction(scope, 'uploads', props, {
    memorySize: 512,
    environment: { UPLOADS_BUCKET: buckets.uploads.bucketName },
  })
  letUseTable(created, table, { actions: ['DeleteItem', 'PutItem', 'Query', 'UpdateItem'] })
  // What a presigned URL allows is what its signer may do.
  letUseObjects(created, buckets.uploads, { prefix: '', actions: ['PutObject'] })
  return created
}

function signature(scope: Construct, props: ApiProps): HouseFunction {
  const { table, buckets } = props.foundation
  const created = apiFunction(scope, 'signature', props, {
    environment: {
      DOCUMENTS_BUCKET: buckets.documents.bucketName,
      UPLOADS_BUCKET: buckets.uploads.bucketName,
      PAGE_TOKEN_KEY: pageTokenKey(scope),
    },
  })
  letUseTable(created, table, {
    actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['GSI1'],
  })
  letUseObjects(created, buckets.uploads, { prefix: '', actions: ['GetObject'] })
  // Without it S3 says that an object which is not there is forbidden, and nothing put looks like a fault of ours.
  created.allow(['s3:ListBucket'], [buckets.uploads.bucketArn])
  letUseObjects(
    created,
    buckets.documents,
    { prefix: 'originals/', actions: ['DeleteObject', 'GetObject', 'PutObject', 'PutObjectTagging'] },
    { prefix: 'answers/', actions: ['GetObject', 'PutObject'] },
  )
  return created
}

function downloads(scope: Construct, props: ApiProps): HouseFunction {
  const { table, buckets } = props.foundation
  const created = apiFunction(scope, 'downloads', props, {
    environment: { DOCUMENTS_BUCKET: buckets.documents.bucketName },
  })
  letUseTable(created, table, { actions: ['PutItem', 'Query', 'UpdateItem'] })
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
      'It guards the integrity of tokens that hold no secret and live a day. Functions have the value from their deployment: a rotation in between would change nothing, and a new secret with the next one only ends open paginations.',
  })
  return secret.secretValue.unsafeUnwrap()
}
