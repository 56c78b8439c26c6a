import { addUnits, type ConsumedUnits, noUnits } from '../costs/consumed-units.ts'
import { dollarsPerMillion, dynamoDbDollars } from '../costs/prices.ts'
import type { Reading } from '../costs/reading.ts'
import { held } from './cells.ts'

/** What is paid for on the way of some events to their subscribers. */
export interface Bill {
  readonly invocations: number
  readonly dynamoDbCalls: number
  readonly units: ConsumedUnits
  /** Those of functions that send messages with a group. */
  readonly groupedSends: number
  /** Those that EventBridge and Lambda make of queues: one for each event, and two for each batch. */
  readonly queueRequests: number
  readonly executions: number
  readonly transitions: number
}

const nothing: Bill = {
  invocations: 0,
  dynamoDbCalls: 0,
  units: noUnits,
  groupedSends: 0,
  queueRequests: 0,
  executions: 0,
  transitions: 0,
}

/** What an invocation is paid for, with the requests by which its messages came and went. */
export function invocation({ callsByService, units }: Reading, queueRequests: number): Bill {
  const { dynamodb = 0, sqs = 0, stepFunctions = 0 } = callsByService
  return {
    invocations: 1,
    dynamoDbCalls: dynamodb,
    units,
    groupedSends: sqs,
    queueRequests,
    executions: stepFunctions,
    transitions: 0,
  }
}

export function transitions(count: number): Bill {
  return { ...nothing, transitions: count }
}

export function together(bills: readonly Bill[]): Bill {
  return bills.reduce(
    (sum, bill) => ({
      invocations: sum.invocations + bill.invocations,
      dynamoDbCalls: sum.dynamoDbCalls + bill.dynamoDbCalls,
      units: addUnits(sum.units, bill.units),
      groupedSends: sum.groupedSends + bill.groupedSends,
      queueRequests: sum.queueRequests + bill.queueRequests,
      executions: sum.executions + bill.executions,
      transitions: sum.transitions + bill.transitions,
    }),
    nothing,
  )
}

/** Dollars for a million times what was billed, without the seconds that functions run. */
export function dollarsOf({ units, groupedSends, queueRequests, invocations, transitions }: Bill) {
  const prices = dollarsPerMillion
  return {
    dynamoDb: dynamoDbDollars(units),
    sqs: (groupedSends + queueRequests) * prices.sqsRequests + groupedSends * prices.sqsGroupedSends,
    lambda: invocations * prices.lambdaRequests,
    stepFunctions: transitions * prices.stateTransitions,
  }
}

/** Of both functions (infra/constructs/webhooks.ts). */
const memoryGb = 0.5

/** What one delivery of so many takes, and the dollars of a million. */
export function billCells(bill: Bill, deliveries: number, { dollars: goal }: { readonly dollars?: number } = {}) {
  const each = (count: number) => rounded(count / deliveries)
  const dollars = dollarsOf(bill)
  const all = Object.values(dollars).reduce((sum, part) => sum + part, 0)
  const tenthOfSecond = bill.invocations * memoryGb * 0.1 * dollarsPerMillion.lambdaGbSeconds
  return {
    'Lambda requests': each(bill.invocations),
    'of DynamoDB': each(bill.dynamoDbCalls),
    reads: each(bill.units.reads),
    writes: each(bill.units.tableWrites),
    'index writes': each(bill.units.indexWrites),
    'SQS requests': each(bill.groupedSends + bill.queueRequests),
    executions: each(bill.executions),
    transitions: each(bill.transitions),
    '$ DynamoDB': each(dollars.dynamoDb),
    '$ SQS': each(dollars.sqs),
    '$ Lambda requests': each(dollars.lambda),
    '$ Step Functions': each(dollars.stepFunctions),
    '$ in all': held(each(all), goal),
    '$ for each 100 ms of Lambda': each(tenthOfSecond),
  }
}

export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
