import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { RequestRecord, Signer } from '../model/request.ts'
import { endedRefusal } from '../model/transitions.ts'

export const namedSignerCodes = ['not_found', 'document_already_signed'] as const

/** The signer whom a path names, as long as something can still be done about them. */
export function openSigner(
  record: RequestRecord,
  signerId: string,
  nowMs: number,
): Signer | Refusal<(typeof namedSignerCodes)[number]> | NonNullable<ReturnType<typeof endedRefusal>> {
  const signer = record.signers.find(({ id }) => id === signerId.toLowerCase())
  if (!signer) return refuse('not_found', 'The request has no signer with this id.')
  const over = endedRefusal(record, nowMs)
  if (over) return over
  if (signer.status !== 'signed') return signer
  return refuse('document_already_signed', 'The signer has already signed.', { documentId: record.document.id })
}
