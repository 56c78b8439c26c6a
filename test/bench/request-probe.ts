/** The process in which the requests of request-costs.ts are measured: its SDK answers from a record for as long as it runs. */
import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { functionFolders } from '../../infra/build/function-names.ts'
import { createProxyEvent } from '../../infra/local/gateway-event.ts'
import { accessTokenClaims } from '../../shared/auth/access-token-claims.ts'
import { answerFromRecord, clientId, requestId } from './recorded-table.ts'
import type { RequestCosts } from './request-costs.ts'

const rounds = 40
const requestsARound = 50
/** What a function answers before it is measured: its code is compiled by then, which takes some thousand requests. */
const roundsBefore = 100
const issuer = 'https://issuer.example.com'
const audience = 'https://api.example.com'

interface Measured {
  readonly method: string
  readonly resource: string
  readonly path: string
  readonly body?: object
}

const requestPath = `/v1/signature-requests/${requestId}`
const measured: Record<'identity' | 'signature', Measured[]> = {
  identity: [{ method: 'GET', resource: '/v1/me', path: '/v1/me' }],
  signature: [
    { method: 'GET', resource: '/v1/signature-requests/{id}', path: requestPath },
    {
      method: 'POST',
      resource: '/v1/signature-requests/{id}/extend',
      path: `${requestPath}/extend`,
      body: { expiresInDays: 5 },
    },
  ],
}

async function requestCosts(): Promise<RequestCosts> {
  const tokens = tokenSource()
  Object.assign(process.env, {
    TABLE_NAME: 'bench',
    ISSUER: issuer,
    AUDIENCE: audience,
    JWKS_URI: tokens.jwksUri,
    FIRST_PARTY_CLIENT_ID: 'own-app',
    AWS_REGION: 'us-east-1',
    AWS_LAMBDA_FUNCTION_NAME: 'bench',
  })
  answerFromRecord()
  const rows: RequestCosts = {}
  for (const name of ['identity', 'signature'] as const) {
    const { handler } = await import(`../../${functionFolders[name]}/handler.ts`)
    for (const operation of measured[name])
      rows[`${operation.method} ${operation.resource}`] = await costOf(handler, operation, tokens)
  }
  return rows
}

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<{ statusCode: number; body: unknown }>

async function costOf(handler: Handler, operation: Measured, tokens: TokenSource): Promise<RequestCosts[string]> {
  const ratios = { cold: [] as number[], warm: [] as number[] }
  for (let round = 0; round < roundsBefore + rounds; round++) {
    const fresh = Array.from({ length: requestsARound }, () => tokens.next())
    const unit = await cpuOf(async () => fresh.forEach(tokens.verify))
    for (const kind of ['cold', 'warm'] as const) {
      // By the second time each token is known.
      const events = fresh.map((token) => eventOf(operation, token))
      const cpu = await cpuOf(() => answerAll(handler, events))
      if (round >= roundsBefore) ratios[kind].push(cpu / unit)
    }
  }
  return { cold: median(ratios.cold), warm: median(ratios.warm) }
}

async function answerAll(handler: Handler, events: readonly APIGatewayProxyEvent[]): Promise<void> {
  for (const event of events) {
    const { statusCode, body } = await handler(event, context)
    if (statusCode !== 200) throw new Error(`${event.path} answered ${statusCode}: ${body}`)
  }
}

const context = {
  getRemainingTimeInMillis: () => 29_000,
  callbackWaitsForEmptyEventLoop: true,
} as Partial<Context> as Context

function eventOf({ method, resource, path, body }: Measured, token: string): APIGatewayProxyEvent {
  const rawHeaders = ['Host', 'api.example.com', 'Authorization', `Bearer ${token}`, 'Content-Type', 'application/json']
  const query = new URLSearchParams()
  const request = { method, path, query, rawHeaders, sourceAddress: '203.0.113.5', port: 443 }
  return createProxyEvent(
    { ...request, body: Buffer.from(body ? JSON.stringify(body) : '') },
    {
      requestId: 'bench',
      timeMs: Date.now(),
      apiId: 'bench',
      stage: 'live',
      resource,
      mount: '',
      pathParameters: path === '/v1/me' ? {} : { id: requestId },
      binaryMediaTypes: [],
    },
  )
}

async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

type TokenSource = ReturnType<typeof tokenSource>

/** An issuer of this process: its key set as an address, tokens that differ, and their bare verification. */
function tokenSource() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'bench', alg: 'ES256', use: 'sig' }]
  const jwksUri = `data:application/json,${encodeURIComponent(JSON.stringify({ keys }))}`
  let made = 0
  return {
    jwksUri,
    next: () => tokenOf(privateKey, String(made++)),
    verify: (token: string) => {
      const end = token.lastIndexOf('.')
      const signature = Buffer.from(token.slice(end + 1), 'base64url')
      const signed = Buffer.from(token.slice(0, end))
      if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)) throw new Error('forged')
    },
  }
}

function tokenOf(privateKey: KeyObject, id: string): string {
  const issuedAtSec = Math.floor(Date.now() / 1000)
  const claims = accessTokenClaims({ issuer, audience, clientId, subject: clientId, scope: 'api', issuedAtSec, id })
  const parts = [{ alg: 'ES256', typ: 'at+jwt', kid: 'bench' }, claims]
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  return Math.round(middle * 10) / 10
}

console.log(JSON.stringify(await requestCosts()))
