import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workOff } from '../../../shared/platform/job.ts'
import { platform } from '../../../shared/store/platform.ts'
import { forgetUnusedTags } from '../model/tag-counts.ts'
import { moveLinks, noteKeeper } from './move-links.ts'
import { movePeople } from './move-people.ts'

/**
 * Updates the references to a contact that was deleted, merged, shared or made private, and forgets tags that no contact has
 * any more.
 */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(
    batch,
    ['contact.gone', 'contact.tags_left', 'contact.visibility_changed'],
    async (...[type, told]) => {
      if (type === 'contact.visibility_changed') return await noteKeeper(platform(), told.contactId)
      if (type === 'contact.tags_left') return await forgetUnusedTags(platform().table, told.addressBook)
      await movePeople(platform(), told)
      await moveLinks(platform(), told)
    },
  )
}
