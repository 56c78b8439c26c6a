import { boundsOfRequest, type TaskBounds } from '../parsers/task-bounds.ts'
import type { StampedDocument } from './page-drawings/document-difference.ts'
import type { SignedElsewhere } from './page-drawings/signed-elsewhere.ts'
import type { TrialStamps } from './page-drawings/stamp-checks.ts'
import type { Trust } from './verification/verification.ts'

/** What a process of its own does with documents. */
export type DocumentTask =
  | { readonly task: 'inspect'; readonly bytes: Uint8Array }
  | { readonly task: 'verify' | 'verifyPersons'; readonly bytes: Uint8Array; readonly trust: Trust }
  | { readonly task: 'tryStamps'; readonly bytes: Uint8Array; readonly stamps: TrialStamps }
  | { readonly task: 'tryAllStamps'; readonly bytes: Uint8Array }
  | { readonly task: 'checkStamps'; readonly documents: StampedDocument }
  | { readonly task: 'checkSignedElsewhere'; readonly documents: SignedElsewhere }

/** In a job with 2 GB and 300 s, for documents of any length. */
const ofJob: TaskBounds = { heapMb: 768, residentMb: 1_200, processorMs: 130_000, durationMs: 145_000 }

export const taskBounds: Readonly<Record<DocumentTask['task'], TaskBounds>> = {
  inspect: boundsOfRequest,
  verify: boundsOfRequest,
  verifyPersons: boundsOfRequest,
  // A page scanned in grey at 600 dpi takes some 300 MB once, and half a second. A function of 1 GB gets 0.58 of a processor:
  // this is over after 18 s there, before the request times out.
  tryStamps: { ...boundsOfRequest, residentMb: 600, processorMs: 10_000 },
  tryAllStamps: ofJob,
  checkStamps: ofJob,
  checkSignedElsewhere: ofJob,
}
