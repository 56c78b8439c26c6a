import type { SignatureVerification } from './verification.ts'

/** Whether a signature is intact, and nothing but other signatures came after it. */
export function staysValid({
  intact,
  changesAfter,
  faults,
}: Pick<SignatureVerification, 'intact' | 'changesAfter' | 'faults'>): boolean {
  const isAlone = changesAfter === 'none' || changesAfter === 'signatures' || changesAfter === 'validation_data'
  return intact && isAlone && faults.every((fault) => fault === 'no_trusted_issuer')
}
