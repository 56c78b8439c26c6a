import { isRefusal, type Refusal } from '../../../shared/errors/refusal.ts'
import { inParallel } from '../../../shared/platform/in-parallel.ts'
import type { Author } from '../../../shared/store/audit.ts'
import { fromItem, toItem } from '../../../shared/store/collection.ts'
import { type Commit, commit, pauseBeforeNextDecision } from '../../../shared/store/commit.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItems, type Item, type Table } from '../../../shared/store/table.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { changedFields, type ImportedContact, importContacts } from '../model/change-contact.ts'
import { type Contact, contactKey, contacts } from '../model/contact.ts'
import { type StagedBatch, stageContacts } from '../model/staged-batch.ts'
import { type ImportBatch, importBatches } from './import-batches.ts'
import type { RowError } from './import-input.ts'
import type { PlannedContact } from './import-plan.ts'
import type { RowFault } from './import-steps.ts'
import { sumOfUnits, WritePace, type WriteUnits, writeUnits } from './write-pace.ts'

/** How often a batch is decided if somebody else always writes first. */
const maxTries = 5
/** Simultaneous commits. Commits that count tags write the same few items, so they run one after the other. */
const commitsAtOnce = 6

interface Writing extends Platform {
  readonly author: Author
  /** Aborted at the deadline of the request. */
  readonly signal: AbortSignal
}

interface WritingBatch extends Writing {
  readonly pace: WritePace
}

/** Writes the contacts of an import, many in a commit. Returns the rows that could not be written. */
export async function writeImport(planned: readonly PlannedContact[], asked: Writing): Promise<RowError[]> {
  const real = planned.filter(isReal)
  const writing = { ...asked, pace: new WritePace(asked.clock) }
  const countsTags = real.some(({ before, after }) => after.tags.length > 0 || (before?.tags.length ?? 0) > 0)
  const errors = await inParallel(importBatches(real), countsTags ? 1 : commitsAtOnce, (batch) =>
    writeBatch(batch, writing, 1),
  )
  return errors.flat()
}

const isReal = ({ before, after }: PlannedContact) => before === null || changedFields(before, after).length > 0

async function writeBatch(batch: ImportBatch, writing: WritingBatch, round: number): Promise<RowError[]> {
  const outcome = await written(batch, writing)
  if (outcome === 'committed') return []
  if (isRefusal(outcome)) return batch.contacts.flatMap((each) => errorsOf(each, faultOf(outcome)))
  if (round === maxTries) return batch.contacts.flatMap((each) => errorsOf(each, othersWereFaster))
  await pauseBeforeNextDecision(round)
  const { decided, errors } = await decidedAnew(batch.contacts, writing)
  for (const smaller of importBatches(decided)) errors.push(...(await writeBatch(smaller, writing, round + 1)))
  return errors
}

/** `stale` if the contacts are not what the import was decided on. */
async function written({ contacts, isStaged }: ImportBatch, writing: WritingBatch): Promise<Commit> {
  const { table, signal, author, pace } = writing
  const states = contacts.map(({ before, after }) => ({
    before,
    after: { ...after, version: (before?.version ?? 0) + 1 },
  }))
  signal.throwIfAborted()
  // An earlier try of the same request may have written some, and others may have changed them: their index items stay.
  if (isStaged && (await itemsOf(contacts, table)).length > 0) return 'stale'
  const staged = isStaged ? await stagedFor(states, writing) : null
  const work = new UnitOfWork({ ...writing, author })
  importContacts(work, states, staged)
  await pace.wait(unitsOfCommit(work, states), signal)
  signal.throwIfAborted()
  return await commit(table, work)
}

async function stagedFor(states: readonly ImportedContact[], writing: WritingBatch): Promise<StagedBatch | null> {
  const { pace, signal } = writing
  const [first, ...others] = states.map(({ after }) => after)
  if (!first) return null
  const paced = { ...writing, pace: (items: readonly Item[]) => pace.wait(writeUnits(items, 1), signal) }
  return await stageContacts(paced, [first, ...others])
}

/** A transaction pays each item of the table twice. A changed contact also leaves its former positions in the indexes. */
function unitsOfCommit({ writes }: UnitOfWork, states: readonly ImportedContact[]): WriteUnits {
  const items = writes.flatMap(({ item: { Put, Delete, Update } }) => {
    const attributes = Put?.Item ?? Delete?.Key ?? Update?.Key
    return attributes ? [attributes] : []
  })
  const replaced = states.flatMap(({ before }) => (before ? [toItem(contacts, before)] : []))
  return sumOfUnits([writeUnits(items, 2), writeUnits(replaced, 1)])
}

async function itemsOf(planned: readonly PlannedContact[], table: Table): Promise<Item[]> {
  return await getItems(
    table,
    planned.map(({ after }) => contactKey(after.id)),
  )
}

/** The same rows applied to the contacts as they are now. */
async function decidedAnew(planned: readonly PlannedContact[], { table }: Writing) {
  const items = await itemsOf(planned, table)
  const current = new Map(items.map((item) => fromItem(contacts, item)).map((contact) => [contact.id, contact]))
  const decided: PlannedContact[] = []
  const errors: RowError[] = []
  for (const each of planned) {
    const before = current.get(each.after.id) ?? null
    const after = await repeated(each, before)
    if (!('id' in after)) errors.push(...errorsOf(each, after))
    else if (isReal({ ...each, before, after })) decided.push({ ...each, before, after })
  }
  return { decided, errors }
}

async function repeated({ steps }: PlannedContact, before: Contact | null): Promise<Contact | RowFault> {
  let state = before
  for (const step of steps) {
    const next = await step(state)
    if (!('id' in next)) return next
    state = next
  }
  return state ?? othersWereFaster
}

function errorsOf({ rows }: PlannedContact, fault: RowFault): RowError[] {
  return rows.map((row) => ({ row, ...fault }))
}

function faultOf({ refused: code, message }: Refusal): RowFault {
  return { code, field: null, message }
}

const othersWereFaster: RowFault = {
  code: 'concurrent_update',
  field: null,
  message: 'Somebody else changed the contact at the same time. Import the row again.',
}
