import type { StampedDocument } from './page-drawings/document-difference.ts'
import type { TrialStamps } from './page-drawings/stamp-checks.ts'
import type { Trust } from './verification/verification.ts'

/** What a process of its own does with documents. */
export type DocumentTask =
  | { readonly task: 'inspect'; readonly bytes: Uint8Array }
  | { readonly task: 'verify'; readonly bytes: Uint8Array; readonly trust: Trust }
  | { readonly task: 'tryStamps'; readonly bytes: Uint8Array; readonly stamps: TrialStamps }
  | { readonly task: 'tryAllStamps'; readonly bytes: Uint8Array }
  | { readonly task: 'checkStamps'; readonly documents: StampedDocument }

/** What the process may take for a task. */
export interface TaskBounds {
  readonly heapMb: number
  /** Of the whole process. What is allocated between two looks comes on top. */
  readonly residentMb: number
  readonly durationMs: number
}

/** What the process is sent. */
export interface BoundedTask {
  readonly task: DocumentTask
  readonly bounds: TaskBounds
}

/** Leaves room for the function beside the process in 1 GB, and time for an answer within the 29 s of the gateway. */
const ofRequest: TaskBounds = { heapMb: 256, residentMb: 420, durationMs: 8_000 }

/** In a job with 2 GB and 300 s, for documents of any length. */
const ofJob: TaskBounds = { heapMb: 768, residentMb: 1_200, durationMs: 130_000 }

export const taskBounds: Readonly<Record<DocumentTask['task'], TaskBounds>> = {
  inspect: ofRequest,
  verify: ofRequest,
  // A page scanned in grey at 600 dpi takes some 300 MB once, and half a second.
  tryStamps: { ...ofRequest, residentMb: 600, durationMs: 18_000 },
  tryAllStamps: ofJob,
  checkStamps: ofJob,
}
