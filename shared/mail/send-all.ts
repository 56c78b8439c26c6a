import { EmailPostponed } from './email-budget.ts'

/** SES takes some 14 mails a second of a new account. */
const emailsAtOnce = 8

/**
 * Sends the e-mails of one event, some at a time. All are tried; where one could not be sent, this throws afterwards. It
 * throws `EmailPostponed` only if nothing else went wrong: other failures need not wait for the next day.
 */
export async function sendAll(sendings: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = []
  for (let done = 0; done < sendings.length; done += emailsAtOnce) {
    const some = sendings.slice(done, done + emailsAtOnce)
    const outcomes = await Promise.allSettled(some.map((send) => send()))
    failures.push(...outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])))
  }
  const [failure] = failures
  if (failure instanceof EmailPostponed && failures.every((other) => other instanceof EmailPostponed)) throw failure
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${sendings.length} e-mails could not be sent`, { cause: failure })
}
