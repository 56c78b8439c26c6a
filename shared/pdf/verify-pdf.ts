import { readInProcess } from './inspect-processes.ts'
import {
  type PersonVerification,
  personVerification,
  type Trust,
  type Verification,
  verification,
} from './verification/verification.ts'

/**
 * What the signatures of a PDF are, whoever made it and them. Bounded as `inspectPdf` is, in the same processes. Nothing
 * is asked of anybody: revocation is judged by what the file holds.
 */
export async function verifyPdf(bytes: Uint8Array, trust: Trust): Promise<Verification> {
  return await readInProcess({ task: 'verify', bytes, trust }, verification)
}

/** The same, with what the certificates say of the signers. */
export async function verifyPersonsOf(bytes: Uint8Array, trust: Trust): Promise<PersonVerification> {
  return await readInProcess({ task: 'verifyPersons', bytes, trust }, personVerification)
}
