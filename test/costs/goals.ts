import { isSignerAccess } from '../../functions/signature/signing-page/signer-access.ts'
import type { NamedScenario } from '../matrices/scenarios/scenarios.ts'
import type { Reading } from './reading.ts'

/** In which way an operation is asked for. */
export const askings = ['plainly', 'with a key', 'a key again'] as const
export type Asking = (typeof askings)[number]

/** What an operation should cost DynamoDB at most; what files and keys cost is beside it. */
export interface Goal {
  /** Calls that wait for each other. */
  readonly rounds?: number
  readonly dynamoDbCalls?: number
  /** For a million requests. */
  readonly dynamoDbDollars?: number
}

/** Of every POST, by how it is asked for. */
const ofPosts: Readonly<Record<Asking, { readonly rounds: number }>> = {
  plainly: { rounds: 2 },
  'with a key': { rounds: 3 },
  'a key again': { rounds: 2 },
}

/** Of the usual request: one signer, the file in the form. */
const dollarsOfScenarios: Readonly<Record<string, number>> = { 'createSignatureRequest, sent at once': 10 }
const dollarsOfGetById = 1.15
/** Searches look terms up first, then read what these have in common. */
const searches = ['listContacts, by words', 'findDuplicateContacts, by everything', 'listTasks, by the last change']

/** Operations that show what their resource, or an index of keys alone, refers to: they read it in a second round. */
const showingOthers = [
  'getConsentRequest',
  'getContact',
  'getMe',
  'getMembership',
  'getRegisteredMailOptions',
  'getOwnDelivery',
  'getSignatureOptions',
  'getTask',
  'getTaskOptions',
  'getUsage',
  'listApiKeys',
  'listContactActivity',
  'listDeliveries',
  'listGrants',
  'listMembers',
  'listOwnDeliveries',
  'listOwnGrants',
  'listOwnSessions',
  'listProvisionedOrganizations',
  'showInvitation',
]

/** Operations that decide on what their resource, or a code or a name that was sent, refers to. */
const decidingOnOthers = [
  'acceptInvitation',
  'acceptOnPage',
  'approveGrant',
  'changeGrant',
  'changeMe',
  'changeMembership',
  'changeNode',
  'changeProvisionedMembership',
  'correctSigner',
  'createSignatureRequest',
  'deleteProvisionedNode',
  'exchangeCode',
  'mergeContacts',
  'provisionMember',
  'provisionNode',
  'renameProvisionedNode',
  'renameProvisionedOrganization',
  'resendInvitation',
  'resendProvisionedInvitation',
  'revokeGrant',
  'revokeOwnGrant',
  'updateContact',
  'updateSignatureRequest',
  'updateTask',
]

/** What is prepared and what was signed so far are read after the request, and the connection before the vendor is called. */
const callingVendors = ['startRemoteSignature', 'finishRemoteSignature']
/** A name leads to an account, and that to memberships; a period to tasks, and these to what was done. */
const leadingTwice = [
  'findProvisionedUser',
  'listTaskOccurrences',
  // Consents are read once it is known what else the member has: later ones change that.
  'removeMembership',
  'removeProvisionedMembership',
]
/** The caller's own organization is known once its record is read; whether a test organization is open, once it is known. */
const leadingOnce = ['listEvents, of the key’s own', 'simulateClock, ready', 'getSimulatedClock, ready']

function roundsMore({ operation: { id }, name }: NamedScenario): number {
  if (leadingTwice.includes(id)) return 2
  return showingOthers.includes(id) || decidingOnOthers.includes(id) || leadingOnce.includes(name) ? 1 : 0
}

/**
 * A link leads to a request, and the request to its signer's progress. None for what needs no table, for
 * downloads, and for what is as many commits as there is to do.
 */
export function goalOf(named: NamedScenario, asking: Asking): Goal {
  const { operation, name } = named
  const { method, path, access, streams, commitsInParts } = operation
  if (access.to === 'anyone' || path.endsWith('/document') || commitsInParts) return {}
  if (callingVendors.includes(operation.id)) return { rounds: 6 }
  // A sign-in is marked as ended before what came of it is read again, which leads to its grants.
  if (operation.id === 'endOwnSession') return { rounds: 6 }
  if (isSignerAccess(access)) return { rounds: method === 'GET' ? 3 : 4 }
  // A feed leads to its owner, the owner to entities, these to tasks, and these to what was done.
  if (operation.id === 'getCalendar') return { rounds: 6 }
  if (streams) return {}
  const more = asking === 'a key again' ? 0 : roundsMore(named)
  if (method === 'PATCH' || method === 'DELETE') return { rounds: 2 + more }
  if (searches.includes(name)) return { rounds: 3 }
  if (method === 'GET')
    return path.endsWith('}') ? { rounds: 1 + more, dynamoDbDollars: dollarsOfGetById } : { rounds: 1 + more }
  const dollars = asking === 'plainly' ? dollarsOfScenarios[name] : undefined
  const { rounds } = ofPosts[asking]
  return {
    rounds: rounds + more,
    ...(dollars !== undefined && { dynamoDbDollars: dollars }),
  }
}

/** The first request of a thread reads the custom roles of its principal in a round of their own. */
export function goalOfFirst(named: NamedScenario, asking: Asking): Goal {
  const { rounds } = goalOf(named, asking)
  return rounds === undefined ? {} : { rounds: rounds + 1 }
}

/** In what a reading is over its goal; nothing where it is not. What it costs in dollars `npm run bench` tells. */
export function excessesOf({ rounds, callsByService: { dynamodb = 0 } }: Reading, goal: Goal): string[] {
  const { rounds: fewRounds = rounds, dynamoDbCalls: fewCalls = dynamodb } = goal
  return [
    ...(rounds > fewRounds ? [`${rounds} rounds, and ${fewRounds} are the goal`] : []),
    ...(dynamodb > fewCalls ? [`${dynamodb} calls of DynamoDB, and ${fewCalls} are the goal`] : []),
  ]
}
