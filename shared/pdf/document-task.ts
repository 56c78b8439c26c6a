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
  /** Processor time of all threads. A document that takes more is refused, however busy the machine is. */
  readonly processorMs: number
  /** Time by the clock. When it runs out first, the machine is too busy, and the document is not refused. */
  readonly durationMs: number
}

/** What the process is sent. */
export interface BoundedTask {
  readonly task: DocumentTask
  readonly bounds: TaskBounds
}

/** Leaves room for the function beside the process in 1 GB. The request itself is answered `timeout` after 25 s. */
const ofRequest: TaskBounds = { heapMb: 256, residentMb: 420, processorMs: 8_000, durationMs: 26_000 }

/** In a job with 2 GB and 300 s, for documents of any length. */
const ofJob: TaskBounds = { heapMb: 768, residentMb: 1_200, processorMs: 130_000, durationMs: 145_000 }

export const taskBounds: Readonly<Record<DocumentTask['task'], TaskBounds>> = {
  inspect: ofRequest,
  verify: ofRequest,
  // A page scanned in grey at 600 dpi takes some 300 MB once, and half a second. A function of 1 GB gets 0.58 of a processor:
  // this is over after 18 s there, before the request times out.
  tryStamps: { ...ofRequest, residentMb: 600, processorMs: 10_000 },
  tryAllStamps: ofJob,
  checkStamps: ofJob,
}
