import { readInProcess } from './inspect-processes.ts'
import type { StampedDocument } from './page-drawings/document-difference.ts'
import type { SignedElsewhere } from './page-drawings/signed-elsewhere.ts'
import { type StampCheck, stampCheck, type TrialStamps } from './page-drawings/stamp-checks.ts'

/**
 * Whether a stamped or sealed document shows what the shown document shows, on every page, with our stamps on top and our
 * pages at the end. pdf.js reads both, in a process of its own that is bounded in time and memory. Takes about 40 ms a page.
 */
export async function checkStamps(documents: StampedDocument): Promise<StampCheck> {
  return await readInProcess({ task: 'checkStamps', documents }, stampCheck)
}

/** Whether a document that was signed at an outside vendor shows what was shown here. */
export async function checkSignedDocument(documents: SignedElsewhere): Promise<StampCheck> {
  return await readInProcess({ task: 'checkSignedElsewhere', documents }, stampCheck)
}

/** The same before anybody signs: the document is stamped in the process, and of a long one not all pages are compared. */
export async function tryStamps(bytes: Uint8Array, stamps: TrialStamps): Promise<StampCheck> {
  return await readInProcess({ task: 'tryStamps', bytes, stamps }, stampCheck)
}

/** The same for every page of a document of any length, in a job. */
export async function tryStampsOnAllPages(bytes: Uint8Array): Promise<StampCheck> {
  return await readInProcess({ task: 'tryAllStamps', bytes }, stampCheck)
}
