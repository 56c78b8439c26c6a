import type * as v from 'valibot'
import { readApart } from '../parsers/parser-processes.ts'
import { type DocumentTask, taskBounds } from './document-task.ts'
import { faultOfEnds, type PdfFault } from './pdf-inspection.ts'

const maxBytes = 32 * 1024 * 1024

/** Why no answer is had. */
interface NoAnswer {
  readonly valid: false
  readonly reason: PdfFault
}

/**
 * Has a process of its own read a PDF, whoever made it: never throws, waits or takes memory beyond its bounds because of
 * the bytes. It throws only when the process cannot be started, or gets too little processor time.
 */
export async function readInProcess<Result>(
  task: DocumentTask,
  schema: v.GenericSchema<unknown, Result>,
  bounds = taskBounds[task.task],
): Promise<Result | NoAnswer> {
  const fault = 'bytes' in task ? faultBefore(task.bytes) : null
  if (fault) return { valid: false, reason: fault }
  const tooMuch: Result | NoAnswer = { valid: false, reason: 'too_complex' }
  return await readApart<DocumentTask, Result | NoAnswer>({ parser: 'inspect-process', task, bounds }, schema, tooMuch)
}

function faultBefore(bytes: Uint8Array): PdfFault | null {
  return faultOfEnds(bytes) ?? (bytes.length > maxBytes ? 'too_complex' : null)
}
