import { dollarsPerMillion } from './prices.ts'

/** What an installation pays for by the month, as its template has it. */
export interface Installation {
  readonly keys: number
  readonly secrets: number
  readonly alarms: number
  readonly dashboards: number
  /** Queues that Lambda polls. */
  readonly polledQueues: number
}

export interface BillLine {
  readonly service: string
  readonly what: string
  readonly dollars: number
}

/** Requests that a signature takes from its creation to its last download, with token, pages and a webhook's reader. */
export const requestsPerSignature = 20

/**
 * One signature with one signer, a document of 200 KB and one webhook subscription, as `npm run bench -- operations background` measures
 * its parts: the twenty requests and the jobs after them.
 */
const perSignature = {
  readUnits: 73 + 34,
  writeUnits: 53 + 15 + 96 + 39,
  s3Writes: 3,
  s3Reads: 4,
  storedMb: 0.6,
  sentMb: 0.75,
  symmetricKeyCalls: 4,
  asymmetricKeyCalls: 2,
  mails: 2,
  events: 10,
  messages: 19,
  jobs: 24,
  transitions: 0.2,
} as const

/** A queue takes a request to send, one to receive and one to delete a message, where they come one at a time. */
const requestsPerMessage = 3
/** Lambda looks at an empty queue with five requests at once, each of which waits for twenty seconds. */
const pollsPerMonth = 5 * 3 * 60 * 730
const sweepsPerMonth = 60 * 730
const sweepReadUnits = 16

/** GB-seconds: of a request, of a job, of a seal, of a sweep with nothing due. */
const gbSeconds = { request: 0.05, job: 0.08, seal: 4, sweep: 0.15 } as const
const logKb = { request: 1, job: 0.7 } as const
/** X-Ray takes one in twenty, and one a second. */
const tracedShare = 0.05

/** Dollars in us-east-1 of what is not paid for by the call. */
const prices = {
  keyMonth: 1,
  secretMonth: 0.4,
  alarmMonth: 0.1,
  dashboardMonth: 3,
  gatewayMillion: 3.5,
  tracesMillion: 5,
  logGb: 0.5,
  storedGbMonth: 0.023,
  sentGb: 0.09,
} as const

/** What AWS gives every account each month, for good. */
const free = {
  alarms: 10,
  dashboards: 3,
  keyCalls: 20_000,
  lambdaRequests: 1e6,
  lambdaGbSeconds: 400_000,
  sqsRequests: 1e6,
  traces: 100_000,
  transitions: 4_000,
  sentGb: 100,
} as const

const above = (quantity: number, given: number) => Math.max(0, quantity - given)
const millions = (quantity: number, dollars: number) => (quantity * dollars) / 1e6

/** What a month with so many requests of the API costs, by service. Documents are counted as stored for one month. */
export function monthlyBill(installation: Installation, requests: number): BillLine[] {
  return [...idleLines(installation), ...workLines(installation, requests)].map((line) => ({
    ...line,
    dollars: Math.round(line.dollars * 100) / 100,
  }))
}

function idleLines({ keys, secrets, alarms, dashboards }: Installation): BillLine[] {
  return [
    { service: 'KMS', what: `${keys} keys`, dollars: keys * prices.keyMonth },
    { service: 'Secrets Manager', what: `${secrets} secrets`, dollars: secrets * prices.secretMonth },
    { service: 'CloudWatch', what: `${alarms} alarms`, dollars: above(alarms, free.alarms) * prices.alarmMonth },
    {
      service: 'CloudWatch',
      what: `${dashboards} dashboard`,
      dollars: above(dashboards, free.dashboards) * prices.dashboardMonth,
    },
  ]
}

function workLines({ polledQueues }: Installation, requests: number): BillLine[] {
  const per = perSignature
  const signatures = requests / requestsPerSignature
  const jobs = signatures * per.jobs
  const runs = requests + jobs + sweepsPerMonth
  const seconds =
    requests * gbSeconds.request + jobs * gbSeconds.job + signatures * gbSeconds.seal + sweepsPerMonth * gbSeconds.sweep
  const polls = above(polledQueues * pollsPerMonth, signatures * per.messages * requestsPerMessage)
  const queueRequests = signatures * per.messages * requestsPerMessage + polls
  const keyCalls = signatures * per.symmetricKeyCalls
  const logGb = (requests * logKb.request + (jobs + sweepsPerMonth) * logKb.job) / 1e6
  const p = dollarsPerMillion
  return [
    { service: 'API Gateway', what: 'requests', dollars: millions(requests, prices.gatewayMillion) },
    {
      service: 'Lambda',
      what: 'runs and GB-seconds',
      dollars:
        millions(above(runs, free.lambdaRequests), p.lambdaRequests) +
        millions(above(seconds, free.lambdaGbSeconds), p.lambdaGbSeconds),
    },
    {
      service: 'DynamoDB',
      what: 'units',
      dollars:
        millions(signatures * per.readUnits + sweepsPerMonth * sweepReadUnits, p.readUnits) +
        millions(signatures * per.writeUnits, p.writeUnits),
    },
    {
      service: 'S3',
      what: 'requests and storage',
      dollars:
        millions(signatures * per.s3Writes, p.s3Writes) +
        millions(signatures * per.s3Reads, p.s3Reads) +
        ((signatures * per.storedMb) / 1000) * prices.storedGbMonth,
    },
    {
      service: 'KMS',
      what: 'calls',
      dollars:
        millions(above(keyCalls, free.keyCalls), p.kmsSymmetric) +
        millions(signatures * per.asymmetricKeyCalls, p.kmsAsymmetric),
    },
    { service: 'SES', what: 'e-mails', dollars: millions(signatures * per.mails, p.mails) },
    { service: 'EventBridge', what: 'events', dollars: millions(signatures * per.events, p.events) },
    {
      service: 'SQS',
      what: `requests, most of them polls of ${polledQueues} empty queues when idle`,
      dollars: millions(above(queueRequests, free.sqsRequests), p.sqsRequests),
    },
    {
      service: 'Step Functions',
      what: 'retries of webhooks',
      dollars: millions(above(signatures * per.transitions, free.transitions), p.stateTransitions),
    },
    { service: 'CloudWatch', what: 'logs', dollars: logGb * prices.logGb },
    {
      service: 'X-Ray',
      what: 'traces',
      dollars: millions(above(runs * tracedShare, free.traces), prices.tracesMillion),
    },
    {
      service: 'Transfer',
      what: 'to the internet',
      dollars: above((signatures * per.sentMb) / 1000, free.sentGb) * prices.sentGb,
    },
  ]
}

export function totalOf(lines: readonly BillLine[]): number {
  return Math.round(lines.reduce((sum, { dollars }) => sum + dollars, 0) * 100) / 100
}
