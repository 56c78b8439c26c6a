import { inspectPdf } from '../../../shared/pdf/inspect-pdf.ts'

/** What people see and sign of an upload: itself, or what was written anew from it. */
export async function shownFile(upload: Uint8Array): Promise<Uint8Array> {
  const inspection = await inspectPdf(upload)
  if (!inspection.valid) throw new Error(inspection.reason)
  return inspection.shown ?? upload
}
