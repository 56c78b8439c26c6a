import type { Principal } from '../../../shared/auth/principal.ts'
import type { Situation } from '../../../shared/http/operation.ts'
import { callerCause } from '../model/caller.ts'
import { applyChange } from '../model/change.ts'
import { type Field, type PreparedDrawing, writeFields } from '../model/field.ts'
import { drawingFileKeys } from '../model/given-signatures.ts'
import type { SignatureRequest } from '../model/request.ts'
import { signerStep } from '../model/transitions.ts'
import { auditOf } from './audit.ts'

interface Changing extends Pick<Situation, 'work' | 'ids' | 'origin'> {
  readonly principal: Principal
  readonly resource: SignatureRequest
  readonly nowMs: number
}

interface Drawn {
  readonly drawing: PreparedDrawing
  readonly keys: readonly string[]
}

/** Gives a mention another drawing, or takes it away (null). The former drawing is discarded. Gives the field as it will be. */
export function changeDrawing(context: Changing, field: Field, drawn: Drawn | null): Field {
  const { work, ids, origin, principal, resource, nowMs } = context
  const { record, fields } = resource
  const { drawing: before, ...bare } = field
  const after: Field = { ...bare, ...(drawn && { drawing: drawn.drawing }) }
  const signer = record.signers.find(({ id }) => id === field.signerId)
  if (!signer) throw new Error(`the field ${field.id} has no signer`)
  writeFields(work, record.id, { before: fields, after: fields.map((other) => (other === field ? after : other)) })
  const detail = {
    fields: ['drawing'],
    fieldId: field.id,
    sha256: drawn?.drawing.sha256 ?? null,
    strokesSha256: drawn?.drawing.strokes?.sha256 ?? null,
  }
  const cause = callerCause({ principal, record, origin, nowMs })
  const jobs = [
    ...(drawn?.keys ?? []).map((key) => ({ type: 'document.stored' as const, data: { key } })),
    ...drawingFileKeys(record.id, field).map((key) => ({ type: 'document.discarded' as const, data: { key } })),
  ]
  const change = { after: record, steps: [signerStep('changed', cause, signer, detail)], events: [], jobs }
  const next = applyChange(work, record, change, { nowMs, ids })
  const changed = { field: `drawing:${field.id}`, from: before?.sha256 ?? null, to: drawn?.drawing.sha256 ?? null }
  work.audit(auditOf(next, 'signature_request.changed', [changed]))
  return after
}
