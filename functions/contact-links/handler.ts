import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { forgetUnusedTags } from '../../shared/contacts/tag-counts.ts'
import { workOff } from '../../shared/job.ts'
import { platform } from '../../shared/platform.ts'
import { moveLinks, noteKeeper } from './move-links.ts'
import { movePeople } from './move-people.ts'

/** What named a contact that is gone names the one that took it over, or none; of one that is kept private, its keeper is told. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, ['contact.gone', 'contact.visibility_changed'], async (...[type, contact]) => {
    if (type === 'contact.visibility_changed') return await noteKeeper(platform(), contact.contactId)
    await movePeople(platform(), contact)
    await moveLinks(platform(), contact)
    if (contact.taggedOn) await forgetUnusedTags(platform().table, contact.taggedOn)
  })
}
