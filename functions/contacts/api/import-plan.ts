import { changedFields } from '../model/change-contact.ts'
import type { Contact } from '../model/contact.ts'
import type { DuplicateReason } from './duplicates.ts'
import type { ImportInput, ImportRow, RowError } from './import-input.ts'
import { type RowFault, rowSteps, type Step, type StepDependencies } from './import-steps.ts'
import { criteriaOf, type KnownContacts } from './known-contacts.ts'

/** The contact that rows of a file create or change. */
export interface PlannedContact {
  /** Null for a new contact. */
  readonly before: Contact | null
  readonly after: Contact
  readonly steps: readonly Step[]
  readonly rows: readonly number[]
}

export interface MatchedRow {
  readonly row: number
  readonly contactId: string | null
  readonly reasons: DuplicateReason[]
}

type Outcome = 'created' | 'updated' | 'skipped'

export interface ImportPlan {
  readonly planned: Map<string, PlannedContact>
  readonly outcomes: Map<number, Outcome>
  readonly errors: RowError[]
  readonly duplicates: MatchedRow[]
}

interface Planning extends StepDependencies {
  readonly input: ImportInput
  readonly known: KnownContacts
  /** The id of the contact that a row creates. */
  readonly idOf: (row: number) => string
}

/** Plans the rows one by one. Each row can match the contacts of earlier rows. */
export async function planImport(rows: readonly ImportRow[], planning: Planning): Promise<ImportPlan> {
  const plan: ImportPlan = { planned: new Map(), outcomes: new Map(), errors: [], duplicates: [] }
  for (const row of rows) {
    const outcome = await planRow(plan, row, planning)
    if (typeof outcome === 'string') plan.outcomes.set(row.row, outcome)
    else plan.errors.push({ row: row.row, ...outcome })
  }
  return plan
}

async function planRow(plan: ImportPlan, row: ImportRow, planning: Planning): Promise<Outcome | RowFault> {
  const { input, known, idOf } = planning
  const ownId = idOf(row.row)
  const match = known.bestFor(criteriaOf(row.kind, row.sent), ownId)
  if (match) {
    // In a dry run the contact of an earlier row has no id that anybody could use.
    const isUnknown = input.dryRun && plan.planned.get(match.contact.id)?.before === null
    const contactId = isUnknown ? null : match.contact.id
    plan.duplicates.push({ row: row.row, contactId, reasons: [...match.reasons] })
    if (input.onDuplicate === 'skip' && !match.isHint) return 'skipped'
  }
  const isChange = match !== null && !match.isHint && input.onDuplicate === 'update'
  const { creation, change } = rowSteps(row, ownId, planning)
  const [id, step] = isChange ? [match.contact.id, change] : [ownId, creation]
  const current = known.get(id)
  const after = await step(current)
  if (!('id' in after)) return after
  if (isChange && current && changedFields(current, after).length === 0) return 'skipped'
  const earlier = plan.planned.get(id)
  const before = earlier ? earlier.before : current
  plan.planned.set(id, {
    before,
    after,
    steps: [...(earlier?.steps ?? []), step],
    rows: [...(earlier?.rows ?? []), row.row],
  })
  known.put(after)
  return isChange ? 'updated' : 'created'
}
