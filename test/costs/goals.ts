import type { NamedScenario } from '../matrices/scenarios/scenarios.ts'
import type { Asking } from './measured-operations.ts'
import type { Reading } from './reading.ts'

/** What an operation should cost DynamoDB at most; what files and keys cost is beside it. */
export interface Goal {
  /** Calls that wait for each other. */
  readonly rounds?: number
  readonly dynamoDbCalls?: number
  /** For a million requests. */
  readonly dynamoDbDollars?: number
}

/** Of every POST, by how it is asked for. */
const ofPosts: Readonly<Record<Asking, Goal>> = {
  plainly: { rounds: 2 },
  'with a key': { rounds: 3, dynamoDbCalls: 5 },
  'a key again': { rounds: 2 },
}

/** Of the usual request: one signer, the file in the form. */
const dollarsOfScenarios: Readonly<Record<string, number>> = { 'createSignatureRequest, sent at once': 10 }
const dollarsOfGetById = 1.15
/** Several terms are looked up first, then what they have in common. */
const searches = [
  'listContacts, by words',
  'listContacts, by a word that stands apart',
  'findDuplicateContacts, by everything',
]

/**
 * A link leads to a request, and the request to its signer's progress. None for what needs no table, for
 * downloads, and for what is as many commits as there is to do.
 */
export function goalOf({ operation, name }: NamedScenario, asking: Asking): Goal {
  const { method, path, access, streams, commitsInParts } = operation
  if (access.to === 'anyone' || path.endsWith('/document') || commitsInParts) return {}
  if (access.to === 'signer') return { rounds: method === 'GET' ? 3 : 4 }
  if (streams) return {}
  if (method === 'PATCH' || method === 'DELETE') return { rounds: 2 }
  if (searches.includes(name)) return { rounds: 2 }
  if (method === 'GET')
    return path.endsWith('}') ? { rounds: 1, dynamoDbCalls: 3, dynamoDbDollars: dollarsOfGetById } : { rounds: 1 }
  const dollars = asking === 'plainly' ? dollarsOfScenarios[name] : undefined
  return { ...ofPosts[asking], ...(dollars !== undefined && { dynamoDbDollars: dollars }) }
}

/** A name leads to an account, and that to memberships; a contact to an e-mail, and that to a member, if to any. */
const leadingTwice = ['findProvisionedUser, by their externalId', 'createSignatureRequest, to a contact']

/**
 * The first request of a thread may take a round and a call more than the others: what a thing leads to is guessed only by who
 * has met the thing (see shared/store/followed-reads.ts).
 */
export function goalOfFirst(named: NamedScenario, asking: Asking): Goal {
  const { rounds, dynamoDbCalls } = goalOf(named, asking)
  const more = leadingTwice.includes(named.name) ? 2 : 1
  return {
    ...(rounds !== undefined && { rounds: rounds + more }),
    ...(dynamoDbCalls !== undefined && { dynamoDbCalls: dynamoDbCalls + more }),
  }
}

/** In what a reading is over its goal; nothing where it is not. What it costs in dollars `npm run bench` tells. */
export function excessesOf({ rounds, callsByService: { dynamodb = 0 } }: Reading, goal: Goal): string[] {
  const { rounds: fewRounds = rounds, dynamoDbCalls: fewCalls = dynamodb } = goal
  return [
    ...(rounds > fewRounds ? [`${rounds} rounds, and ${fewRounds} are the goal`] : []),
    ...(dynamodb > fewCalls ? [`${dynamodb} calls of DynamoDB, and ${fewCalls} are the goal`] : []),
  ]
}
