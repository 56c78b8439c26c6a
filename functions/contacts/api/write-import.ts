import { isRefusal, type Refusal } from '../../../shared/errors/refusal.ts'
import { inParallel } from '../../../shared/platform/in-parallel.ts'
import type { Author } from '../../../shared/store/audit.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { type Commit, commit, pauseBeforeNextDecision } from '../../../shared/store/commit.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItems, type Item, type Table } from '../../../shared/store/table.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { changedFields, type ImportedContact, importContacts } from '../model/change-contact.ts'
import { type Contact, contactKey, contacts } from '../model/contact.ts'
import { importLimits } from '../model/import-limits.ts'
import { type PreparedPart, prepareContacts } from '../model/prepared-part.ts'
import { withWordsApart, wordsToSetApart } from '../model/words-apart.ts'
import type { RowError } from './import-input.ts'
import { type ImportPart, importParts } from './import-parts.ts'
import type { PlannedContact } from './import-plan.ts'
import type { RowFault } from './import-steps.ts'

/** How often a part is decided, when somebody else always wrote first. */
const maxTries = 5
/** Commits at a time. Those that count tags write the same few items, and go one after the other. */
const commitsAtOnce = 6

interface Writing extends Platform {
  readonly author: Author
  /** Aborted when the time for an answer is over. */
  readonly signal: AbortSignal
}

interface WritingPart extends Writing {
  /** Words of new contacts that are to stand apart. */
  readonly apart: ReadonlySet<string>
}

/** Writes what rows made of contacts, many in a commit; those that could not be written are told by their rows. */
export async function writeImport(planned: readonly PlannedContact[], asked: Writing): Promise<RowError[]> {
  const real = planned.filter(isReal)
  // Those that an earlier try of the same request has created count: a later one sets the same words apart.
  const all = planned.map(({ after }) => after)
  const writing = { ...asked, apart: wordsToSetApart(all, importLimits.maxRows) }
  const countsTags = real.some(({ before, after }) => after.tags.length > 0 || (before?.tags.length ?? 0) > 0)
  const errors = await inParallel(importParts(real), countsTags ? 1 : commitsAtOnce, (part) =>
    writePart(part, writing, 1),
  )
  return errors.flat()
}

const isReal = ({ before, after }: PlannedContact) => before === null || changedFields(before, after).length > 0

async function writePart(part: ImportPart, writing: WritingPart, round: number): Promise<RowError[]> {
  const outcome = await written(part, writing)
  if (outcome === 'committed') return []
  if (isRefusal(outcome)) return part.contacts.flatMap((each) => errorsOf(each, faultOf(outcome)))
  if (round === maxTries) return part.contacts.flatMap((each) => errorsOf(each, othersWereFaster))
  await pauseBeforeNextDecision(round)
  const { planned, errors } = await decidedAnew(part.contacts, writing)
  for (const smaller of importParts(planned)) errors.push(...(await writePart(smaller, writing, round + 1)))
  return errors
}

/** `stale` where what was decided on is not what is there. */
async function written({ contacts, isPrepared }: ImportPart, writing: WritingPart): Promise<Commit> {
  const { table, signal, author, apart } = writing
  const states = contacts.map(({ before, after }) => ({
    before,
    after: { ...(isPrepared ? withWordsApart(after, apart) : after), version: (before?.version ?? 0) + 1 },
  }))
  signal.throwIfAborted()
  // An earlier try of the same request may have written some: what leads to these may have changed, and is not put again.
  if (isPrepared && (await itemsOf(contacts, table)).length > 0) return 'stale'
  const prepared = isPrepared ? await preparedFor(states, writing) : null
  const work = new UnitOfWork({ ...writing, author })
  importContacts(work, states, prepared)
  signal.throwIfAborted()
  return await commit(table, work)
}

async function preparedFor(states: readonly ImportedContact[], writing: Writing): Promise<PreparedPart | null> {
  const [first, ...others] = states.map(({ after }) => after)
  return first ? await prepareContacts(writing, [first, ...others]) : null
}

async function itemsOf(part: readonly PlannedContact[], table: Table): Promise<Item[]> {
  return await getItems(
    table,
    part.map(({ after }) => contactKey(after.id)),
  )
}

/** What the same rows make of the contacts as they are now. */
async function decidedAnew(part: readonly PlannedContact[], { table }: Writing) {
  const items = await itemsOf(part, table)
  const current = new Map(items.map((item) => fromItem(contacts, item)).map((contact) => [contact.id, contact]))
  const planned: PlannedContact[] = []
  const errors: RowError[] = []
  for (const each of part) {
    const before = current.get(each.after.id) ?? null
    const after = await repeated(each, before)
    if (!('id' in after)) errors.push(...errorsOf(each, after))
    else if (isReal({ ...each, before, after })) planned.push({ ...each, before, after })
  }
  return { planned, errors }
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
