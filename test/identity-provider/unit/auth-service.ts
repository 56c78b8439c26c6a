import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { KMSClient } from '@aws-sdk/client-kms'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import type { PeopleParts } from '../../../functions/identity-provider/provider/identity-provider.ts'
import { serveIssuers } from '../../../functions/identity-provider/provider/serve-issuers.ts'
import { startDynamoDb } from '../../../infra/local/engines/dynamodb.ts'
import { startKms } from '../../../infra/local/engines/kms.ts'
import { type Client, clients } from '../../../shared/auth/client.ts'
import { secretHash } from '../../../shared/auth/client-secret.ts'
import type { GatewayAnswer } from '../../../shared/http/gateway-answer.ts'
import type { HttpEvent } from '../../../shared/http/middleware/http-middleware.ts'
import { systemClock, timestamp } from '../../../shared/platform/clock.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { keyRing } from '../../../shared/platform/key-ring.ts'
import { toItem } from '../../../shared/store/collection.ts'
import { closeTable, tableAt } from '../../../shared/store/table.ts'

export const audience = 'https://api.test'
export const audienceScope = 'urn:svc:api:aud'
export const issuer = 'https://sign-in.test/auth'
export const tokenPath = '/oauth/v2/token'

const access = { region: 'us-east-1', credentials: { accessKeyId: 'any', secretAccessKey: 'any' } }
const keys = (...names: string[]) =>
  names.map((AttributeName, index) => ({ AttributeName, KeyType: index === 0 ? 'HASH' : 'RANGE' }) as const)
const sealpostTable = {
  TableName: 'sealpost',
  AttributeDefinitions: ['PK', 'SK', 'GSI1PK', 'GSI1SK'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S' as const,
  })),
  KeySchema: keys('PK', 'SK'),
  GlobalSecondaryIndexes: [
    { IndexName: 'GSI1', KeySchema: keys('GSI1PK', 'GSI1SK'), Projection: { ProjectionType: 'ALL' as const } },
  ],
}

/** The identity provider on a table and a KMS of its own; nobody signs in where nothing else is said. */
export async function startAuthService(people: PeopleParts | null = null) {
  const [dynamoDb, kmsHost] = await Promise.all([
    startDynamoDb({ tables: [sealpostTable] }),
    startKms({ keys: [{ id: 'tokens', KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' }] }),
  ])
  const table = tableAt(new DynamoDBClient({ ...access, endpoint: dynamoDb.endpoint }), 'sealpost')
  const kms = new KMSClient({ ...access, endpoint: kmsHost.endpoint })
  const platform = { clock: systemClock, ids: systemIds, table }
  const logged: unknown[] = []
  const serve = serveIssuers({
    platform,
    kms,
    signingKeys: keyRing('1:tokens'),
    audience: { audience, audienceScope },
    people,
    logError: (error) => logged.push(error),
  })
  const handler = async (event: APIGatewayProxyEvent) => await serve(event as HttpEvent, {} as Context)
  const register = async (client: Partial<Client>) => {
    const record = { ...apiKey, id: systemIds(), ...client }
    await table.client.send(new PutCommand({ TableName: table.name, Item: toItem(clients, record) }))
    return record
  }
  const close = async () => {
    closeTable(table)
    kms.destroy()
    await Promise.all([dynamoDb.close(), kmsHost.close()])
  }
  return { handler, register, platform, kms, logged, close }
}

export const secret = 'sk_live_0001020304050607-_0809101112131415'
export const past = timestamp(Date.now() - 60_000)
export const future = timestamp(Date.now() + 3_600_000)

/** A secret as a client's record keeps it. */
export function kept(text: string, validUntil: string | null = null) {
  return { sha256: secretHash(text), validUntil }
}

const apiKey: Client = {
  id: '',
  kind: 'api_key',
  name: 'billing',
  orgId: '01890000-0000-7000-8000-000000000001',
  secrets: [kept(secret)],
  jwks: null,
  redirectUris: [],
  scopes: [],
  ipAllowlist: [],
  requestsPerMinute: 600,
  validUntil: null,
  revokedAt: null,
  createdAt: past,
  version: 1,
}

/** A form as a client posts it, with the credentials in the Authorization header when they are given. */
export function post(path: string, form: Record<string, string>, basic?: [id: string, secret: string]) {
  const authorization = basic && { Authorization: `Basic ${Buffer.from(basic.join(':')).toString('base64')}` }
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', ...authorization }
  return gatewayEvent('POST', path, { headers, body: `${new URLSearchParams(form)}` })
}

/** An event of API Gateway's proxy integration as its REST APIs send it, for the stage `auth` of the domain sign-in.test. */
export function gatewayEvent(
  httpMethod: string,
  path: string,
  { headers = {}, body = null }: { headers?: Record<string, string>; body?: string | null } = {},
): APIGatewayProxyEvent {
  const sent: Record<string, string> = { Host: 'forged.test', 'X-Forwarded-Proto': 'https', ...headers }
  return {
    httpMethod,
    path,
    resource: '/{proxy+}',
    headers: sent,
    multiValueHeaders: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, [value]])),
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: { proxy: path.slice(1) },
    stageVariables: null,
    body,
    isBase64Encoded: false,
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      authorizer: null,
      domainName: 'sign-in.test',
      httpMethod,
      identity: gatewayIdentity,
      path: `/auth${path}`,
      protocol: 'HTTP/1.1',
      requestId: 'request',
      requestTimeEpoch: 0,
      resourceId: 'resource',
      resourcePath: '/{proxy+}',
      stage: 'auth',
    },
  }
}

const gatewayIdentity = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  sourceIp: '203.0.113.7',
  user: null,
  userAgent: null,
  userArn: null,
}

export function jsonOf(answer: GatewayAnswer): Record<string, unknown> {
  return JSON.parse(String(answer.body))
}
