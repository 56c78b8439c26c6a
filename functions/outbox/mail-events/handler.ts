import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { noteNews } from '../../../shared/mail/note-news.ts'
import { readSesEvent } from '../../../shared/mail/ses-event.ts'
import { workOffBodies } from '../../../shared/platform/job.ts'
import { platform } from '../../../shared/store/platform.ts'

/** Notes what SES tells of our mail. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOffBodies(batch, async (event) => {
    const told = readSesEvent(event)
    if (told) await noteNews(platform(), told.mailId, told.news)
  })
}
