import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workOff } from '../../../shared/platform/job.ts'
import { platform } from '../../../shared/store/platform.ts'
import { makeItems } from './make-items.ts'
import { playItem } from './play-item.ts'
import { purgeMail } from './purge-mail.ts'
import { submitItem } from './submit-item.ts'
import { progressOnce } from './update-progress.ts'

const types = [
  'registered_mail.send_due',
  'registered_mail.item_due',
  'registered_mail.simulation_due',
  'registered_mail.item_changed',
  'registered_mail.gone',
] as const

/** What happens to registered mail beside the API, of any vendor. Messages that come twice have one effect. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  const updateProgress = progressOnce(platform())
  return workOff(batch, types, async (...[type, data]) => {
    switch (type) {
      case 'registered_mail.send_due':
        return await makeItems(platform(), data.mailId)
      case 'registered_mail.item_due':
        return await submitItem(platform(), data)
      case 'registered_mail.simulation_due':
        return await playItem(platform(), data)
      case 'registered_mail.item_changed':
        return await updateProgress(data.mailId)
      case 'registered_mail.gone':
        return await purgeMail(platform().table, data.mailId)
    }
  })
}
