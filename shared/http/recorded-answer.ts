import type { Reservation } from '../store/idempotency.ts'
import { type PackedAnswer, packAnswer, type RecordedAnswer } from '../store/packed-answer.ts'
import { type AnswerSeal, sealAnswer } from '../store/sealed-answer.ts'
import { bodyText, headersOf } from './gateway-answer.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import type { Incoming } from './incoming.ts'
import type { Operation } from './operation.ts'
import type { Reply } from './reply.ts'

/** Answers that are larger even when packed are kept as an object, since an item holds 400 KB with everything else in it. */
const maxBytesInItem = 262_144

/** The key that encrypts the recorded answers of an operation; null where they contain no secret. */
export async function answerSeal({ returnsSecret }: Operation, incoming: Incoming): Promise<AnswerSeal | null> {
  const idempotencyKey = idempotencyKeyOf(incoming)
  if (!returnsSecret || idempotencyKey === null) return null
  const { secretSetting } = await import('../platform/secret-settings.ts')
  return { secret: await secretSetting('ANSWER_KEY'), idempotencyKey }
}

/** An answer, packed for requests that repeat the Idempotency-Key. It is encrypted where it contains a secret. */
export async function recordedAnswer(
  reply: Reply,
  { operation, incoming, reservation }: { operation: Operation; incoming: Incoming; reservation: Reservation },
): Promise<PackedAnswer> {
  const seal = await answerSeal(operation, incoming)
  if (!seal) return await packedReply(reply, incoming.arrivalId)
  const packed = packAnswer({
    status: reply.status,
    headers: headersOf(reply),
    body: { in: 'item', text: bodyText(reply) },
  })
  return sealAnswer(packed, reservation, seal)
}

async function packedReply(reply: Reply, arrivalId: string): Promise<PackedAnswer> {
  const text = bodyText(reply)
  const { status } = reply
  const headers = headersOf(reply)
  const packed = packAnswer({ status, headers, body: { in: 'item', text } })
  if (text === null || packed.length <= maxBytesInItem) return packed
  const { putAnswer } = await import('../store/documents.ts')
  return packAnswer({ status, headers, body: { in: 'object', key: await putAnswer(arrivalId, text) } })
}

export async function recordedText({ body }: RecordedAnswer): Promise<string | null> {
  if (body.in === 'item') return body.text
  const { readAnswer } = await import('../store/documents.ts')
  return await readAnswer(body.key)
}
