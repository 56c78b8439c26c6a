import type { InternalEvent } from '../../events/internal.ts'
import type { Platform } from '../store/platform.ts'
import { postponeJob } from '../store/postponed-job.ts'
import { EmailPostponed } from './email-budget.ts'

/** Sends the e-mails of a job's event. If some are above the budget of their day, the event comes again on the next. */
export async function orPostpone(
  { table }: Platform,
  event: InternalEvent & { readonly id: string },
  send: () => Promise<void>,
): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof EmailPostponed)) throw error
    await postponeJob(table, event, error.until)
  }
}
