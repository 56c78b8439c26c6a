import type { EngineAnswer, InterceptedCall, Service } from '../../infra/local/interception.ts'
import { asArray, asObject } from '../../infra/local/template.ts'
import type { ConsumedUnits } from './consumed-units.ts'

/**
 * Dollars in us-east-1 with on-demand capacity, without free tiers and volume discounts, as the services' pricing pages told in 2026:
 * https://aws.amazon.com/dynamodb/pricing/on-demand/ (since November 2024), https://aws.amazon.com/s3/pricing/,
 * https://aws.amazon.com/kms/pricing/, https://aws.amazon.com/eventbridge/pricing/, https://aws.amazon.com/sqs/pricing/,
 * https://aws.amazon.com/secrets-manager/pricing/, https://aws.amazon.com/ses/pricing/, https://aws.amazon.com/lambda/pricing/,
 * https://aws.amazon.com/step-functions/pricing/. What an SMS costs depends on its country.
 */
export const dollarsPerMillion = {
  readUnits: 0.125,
  writeUnits: 0.625,
  /** PUT, COPY, POST and LIST. */
  s3Writes: 5,
  /** GET and all others but DELETE, which is free. */
  s3Reads: 0.4,
  /** Of keys that are neither symmetric nor RSA of 2048 bits: ours are ECC and RSA of 3072. */
  kmsAsymmetric: 15,
  /** Of all other keys, those of HMACs among them. */
  kmsSymmetric: 3,
  /** Of mails without attachments. */
  mails: 100,
  /** Each entry of a PutEvents, up to 64 KB. */
  events: 1,
  /** Each call, for up to 64 KB, also those that EventBridge and Lambda make for us. */
  sqsRequests: 0.4,
  /** On top of a request that sends messages with a group to a standard queue ("fair queues"). */
  sqsGroupedSends: 0.1,
  lambdaRequests: 0.2,
  /** Of ARM processors. */
  lambdaGbSeconds: 13.3334,
  /** Of standard workflows: each state that is entered, again with each of its retries. */
  stateTransitions: 25,
  secretReads: 5,
} as const

export function dynamoDbDollars({ reads, tableWrites, indexWrites }: ConsumedUnits): number {
  return reads * dollarsPerMillion.readUnits + (tableWrites + indexWrites) * dollarsPerMillion.writeUnits
}

type PricedCall = Pick<InterceptedCall, 'service' | 'operation' | 'method' | 'body'>

/** By service what a million such calls cost. A service that is not here has no price yet: it throws, since what is left out looks free. */
const dollarsOf: Partial<Record<Service, (call: PricedCall) => number>> = {
  dynamodb: () => 0,
  s3: ({ method, operation }) => {
    if (method === 'DELETE') return 0
    const isWrite = method === 'PUT' || method === 'POST' || operation.startsWith('List')
    return isWrite ? dollarsPerMillion.s3Writes : dollarsPerMillion.s3Reads
  },
  kms: ({ operation }) =>
    operation === 'GenerateMac' ? dollarsPerMillion.kmsSymmetric : dollarsPerMillion.kmsAsymmetric,
  email: () => dollarsPerMillion.mails,
  eventBridge: ({ body }) => entriesOf(body) * dollarsPerMillion.events,
  sqs: () => dollarsPerMillion.sqsRequests,
  secretsManager: () => dollarsPerMillion.secretReads,
  // A start is free: the states that follow are paid for, when they are entered.
  stepFunctions: () => 0,
}

/** Dollars for a million such calls, but for the units of DynamoDB. */
export function otherDollars(call: PricedCall): number {
  const dollars = dollarsOf[call.service]
  if (!dollars) throw new Error(`${call.service} has no price: add it to test/costs/prices.ts`)
  return dollars(call)
}

function entriesOf(body: EngineAnswer['body']): number {
  return asArray(asObject(JSON.parse(body.toString('utf8'))).Entries).length
}
