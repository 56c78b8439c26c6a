import type { EngineAnswer, InterceptedCall } from '../../../infra/local/interception.ts'
import { isTableRead } from './engine-answers.ts'

/** What reads of the table answered, so that one can be answered as the table stood before its last change. */
export interface EarlierAnswers {
  note(call: InterceptedCall, answer: EngineAnswer): void
  /** Whether the same was read before, consistently or not. */
  isKnown(call: InterceptedCall): boolean
  /** The last answer to the same read that differs from what it is answered now. */
  before(call: InterceptedCall, now: EngineAnswer): EngineAnswer | undefined
}

/** The last answer to a read, and the one before that was another. */
interface Versions {
  readonly last: EngineAnswer
  readonly former: EngineAnswer | undefined
}

/** More reads than the invocations of one cell make; what nobody reads for so long is forgotten. */
const readsKept = 10_000

export function earlierAnswers(): EarlierAnswers {
  const kept = new Map<string, Versions>()
  return {
    note(call, answer) {
      if (!isTableRead(call) || answer.status !== 200) return
      const key = keyOf(call)
      const known = kept.get(key)
      kept.delete(key)
      kept.set(key, known && isSame(known.last, answer) ? known : { last: answer, former: known?.last })
      for (const oldest of kept.keys()) {
        if (kept.size <= readsKept) break
        kept.delete(oldest)
      }
    },
    isKnown: (call) => isTableRead(call) && kept.has(keyOf(call)),
    before(call, now) {
      const known = kept.get(keyOf(call))
      return known && isSame(known.last, now) ? known.former : known?.last
    },
  }
}

const isSame = (one: EngineAnswer, other: EngineAnswer) => one.body.equals(other.body)

/** A consistent read asks for the same as one that is not. */
function keyOf({ operation, body }: InterceptedCall): string {
  return `${operation} ${body.toString('utf8').replace(/"ConsistentRead":(true|false),?/g, '')}`
}
