import type { PublicEvent } from '../../../events/envelope.ts'
import type { StreamRecord } from '../../../infra/local/stream-client.ts'
import { systemClock } from '../../../shared/platform/clock.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { inParallel } from '../../../shared/platform/in-parallel.ts'
import type { AuditEntry } from '../../../shared/store/audit.ts'
import { commit } from '../../../shared/store/commit.ts'
import { wholeOf } from '../../../shared/store/entities.ts'
import type { Item } from '../../../shared/store/table.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { table } from '../../support/tenant.ts'
import type { TableMirror } from './table-mirror.ts'
import { eventIdsIn } from './tenant-world.ts'

/** Events, some with audit entries, of an organization of their own, committed through the store as operations commit theirs. */
export interface CommittedEvents {
  /** How many events the commits told. */
  readonly count: number
  /** What the table holds of them now. */
  items(): Promise<Item[]>
  /** The records of the stream about them so far, the relay's notes included. */
  records(): Promise<StreamRecord[]>
  ids(): Promise<Set<string>>
}

const eventsPerCommit = 4
/** So many commits to one that fails a condition, whose events must never be heard of. */
const commitsPerRefusal = 20
/** So many commits to one of which something is audited. */
const commitsPerAudited = 3
const commitsAtOnce = 16

export async function commitEvents(mirror: TableMirror, commits: number): Promise<CommittedEvents> {
  const orgId = systemIds()
  const owner = { providerId: systemIds(), livemode: false, ...wholeOf(orgId) }
  const requestId = systemIds()
  await inParallel(Array.from({ length: commits }).fill(null), commitsAtOnce, async (_, number) => {
    const work = workWith(eventsOf(requestId, `Contract ${number}`), owner)
    if (number % commitsPerAudited === 0) for (let entry = 0; entry < 2; entry++) work.audit(entryOf(requestId, owner))
    const outcome = await commit(table(), work)
    if (outcome !== 'committed') throw new Error('an event could not be committed')
    if (number % commitsPerRefusal === 0) await failToCommit(eventsOf(requestId, 'Never sent'), owner)
  })
  const mine = [orgId, requestId]
  const items = async () => {
    await mirror.catchUp()
    return mirror.belongingTo(mine)
  }
  return {
    count: commits * eventsPerCommit,
    items,
    records: async () => {
      await mirror.catchUp()
      return mirror.streamOf(mine)
    },
    ids: async () => eventIdsIn(await items()),
  }
}

type Owner = Parameters<UnitOfWork['emit']>[1]

async function failToCommit(events: readonly PublicEvent[], owner: Owner): Promise<void> {
  const work = workWith(events, owner)
  const nowhere = { PK: `ORG#${owner.orgId}`, SK: 'NOWHERE' }
  work.write(
    (TableName) => ({
      ConditionCheck: { TableName, Key: nowhere, ConditionExpression: 'attribute_exists(PK)' },
    }),
    'stale',
  )
  if ((await commit(table(), work)) !== 'stale') throw new Error('a commit went through against its condition')
}

function workWith(events: readonly PublicEvent[], owner: Owner): UnitOfWork {
  const actor = { type: 'system', id: null, name: 'Sealpost' } as const
  const author = { actor, requestId: owner.orgId, ip: null, userAgent: null }
  const work = new UnitOfWork({ table: table(), clock: systemClock, ids: systemIds, author })
  for (const event of events) work.emit(event, owner)
  return work
}

function entryOf(requestId: string, { orgId, livemode }: Owner): AuditEntry {
  const target = { type: 'signature_request', id: requestId, label: null }
  return { orgId, livemode, action: 'signature_request.changed', target, nodeId: null, changes: [] }
}

function eventsOf(requestId: string, title: string): PublicEvent[] {
  const request = { requestId, title }
  const signer = { ...request, signerId: requestId, signerName: 'Jane Doe' }
  return [
    { type: 'signature.created', data: request },
    { type: 'signature.viewed', data: signer },
    { type: 'signature.signed', data: signer },
    { type: 'signature.completed', data: request },
  ]
}
