import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workOff } from '../../shared/job.ts'
import { platform } from '../../shared/platform.ts'
import { moveLinks } from './move-links.ts'
import { movePeople } from './move-people.ts'

/** What named a contact that is gone names the one that took it over, or none. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, ['contact.gone'], async (_type, gone) => {
    await movePeople(platform(), gone)
    await moveLinks(platform(), gone)
  })
}
