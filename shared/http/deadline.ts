import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from 'aws-lambda'

/** Before the gateway's 29 s: an answer in the contract's shape is better than a cut connection. */
const deadlineMs = 25_000
/** The time that the function keeps for its own end. */
const reservedMs = 1_000
/** Fits into that time. */
const cleanUpMs = 700

/** What happens at the deadline. */
export interface AtDeadline<Answer> {
  /** Gives back what the request holds, such as its Idempotency-Key. */
  readonly cleanUp: () => Promise<void>
  readonly answer: () => Answer
}

/**
 * Runs the work until the deadline. Then it aborts the signal, so that the work writes nothing more, cleans up and
 * answers by itself. It cleans up before it answers, because Lambda may freeze the function after the answer.
 */
export async function withDeadline<Answer>(
  context: Context,
  { cleanUp, answer }: AtDeadline<Answer>,
  work: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const late = new AbortController()
  const { promise: lateAnswer, resolve } = Promise.withResolvers<Answer>()
  const giveUp = async () => {
    late.abort(new Error('the deadline of the request has passed'))
    await Promise.race([cleanUp(), pause(cleanUpMs)]).catch(() => {})
    resolve(answer())
  }
  const timer = setTimeout(giveUp, Math.min(deadlineMs, context.getRemainingTimeInMillis() - reservedMs))
  // After the abort the outcome of the work is only what the abort made of it.
  const onTime = work(late.signal).then(
    (answered) => (late.signal.aborted ? lateAnswer : answered),
    (error: unknown) => {
      if (late.signal.aborted) return lateAnswer
      throw error
    },
  )
  try {
    return await Promise.race([onTime, lateAnswer])
  } finally {
    clearTimeout(timer)
  }
}
