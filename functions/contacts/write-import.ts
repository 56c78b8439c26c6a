import { changedFields, importContacts, writesOfImported } from '../../shared/contacts/change-contact.ts'
import { type Contact, contactKey, contacts } from '../../shared/contacts/contact.ts'
import { inParallel } from '../../shared/in-parallel.ts'
import type { Platform } from '../../shared/platform.ts'
import type { Author } from '../../shared/store/audit.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { commit, pauseBeforeNextDecision } from '../../shared/store/commit.ts'
import { getItems } from '../../shared/store/table.ts'
import { Work } from '../../shared/store/work.ts'
import type { RowError } from './import-input.ts'
import { maxListed, type PlannedContact } from './import-plan.ts'
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

/** Writes what rows made of contacts, many in a commit; those that could not be written are told by their rows. */
export async function writeImport(planned: readonly PlannedContact[], writing: Writing): Promise<RowError[]> {
  const real = planned.filter(isReal)
  const countsTags = real.some(({ before, after }) => after.tags.length > 0 || (before?.tags.length ?? 0) > 0)
  const errors = await inParallel(partsOf(real), countsTags ? 1 : commitsAtOnce, (part) => writePart(part, writing, 1))
  return errors.flat()
}

const isReal = ({ before, after }: PlannedContact) => before === null || changedFields(before, after).length > 0

/** As many at a time as a commit holds. */
function partsOf(planned: readonly PlannedContact[]): PlannedContact[][] {
  const parts: PlannedContact[][] = []
  let room = 0
  for (const each of planned) {
    const size = writesOfImported(each)
    if (size > room) {
      parts.push([])
      room = maxListed
    }
    parts.at(-1)?.push(each)
    room -= size
  }
  return parts
}

async function writePart(part: readonly PlannedContact[], writing: Writing, round: number): Promise<RowError[]> {
  const { table, signal, author } = writing
  const work = new Work({ ...writing, author })
  importContacts(
    work,
    part.map(({ before, after }) => ({ before, after: { ...after, version: (before?.version ?? 0) + 1 } })),
  )
  signal.throwIfAborted()
  if ((await commit(table, work)) === 'committed') return []
  if (round === maxTries) return part.flatMap((each) => errorsOf(each, othersWereFaster))
  await pauseBeforeNextDecision(round)
  const { planned, errors } = await decidedAnew(part, writing)
  for (const smaller of partsOf(planned)) errors.push(...(await writePart(smaller, writing, round + 1)))
  return errors
}

/** What the same rows make of the contacts as they are now. */
async function decidedAnew(part: readonly PlannedContact[], { table }: Writing) {
  const items = await getItems(
    table,
    part.map(({ after }) => contactKey(after.id)),
  )
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

const othersWereFaster: RowFault = {
  code: 'concurrent_update',
  field: null,
  message: 'Others changed the same contact at the same moment; import the row again.',
}
