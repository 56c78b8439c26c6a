import { serveTasks } from '../parsers/serve-tasks.ts'
import type { DocumentTask } from './document-task.ts'

/** The process in which documents of untrusted senders are parsed; inspect-processes.ts starts it. */
serveTasks(import.meta.url, carryOut)

async function carryOut(task: DocumentTask): Promise<unknown> {
  switch (task.task) {
    case 'inspect': {
      const { inspectDocument } = await import('./inspect-document.ts')
      return await inspectDocument(task.bytes)
    }
    case 'verify': {
      const { verifyDocument } = await import('./verification/verify-document.ts')
      return await verifyDocument(task.bytes, task.trust)
    }
    case 'verifyPersons': {
      const { verifyPersons } = await import('./verification/verify-document.ts')
      return await verifyPersons(task.bytes, task.trust)
    }
    case 'tryStamps': {
      const { tryStampsOn } = await import('./page-drawings/try-stamps-on.ts')
      return await tryStampsOn(task.bytes, task.stamps)
    }
    case 'tryAllStamps': {
      const { tryStampsOn } = await import('./page-drawings/try-stamps-on.ts')
      return await tryStampsOn(task.bytes, { fields: [] }, Number.POSITIVE_INFINITY)
    }
    case 'checkStamps': {
      const { checkStampsOf } = await import('./page-drawings/check-stamps-of.ts')
      return await checkStampsOf(task.documents)
    }
    case 'checkSignedElsewhere': {
      const { checkSignedElsewhere } = await import('./page-drawings/signed-elsewhere.ts')
      return await checkSignedElsewhere(task.documents)
    }
  }
}
