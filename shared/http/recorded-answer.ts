import type { RecordedAnswer } from '../store/idempotency.ts'
import { bodyText, headersOf } from './gateway-answer.ts'
import type { Reply } from './reply.ts'

/** Larger answers are kept as an object, since an item holds 400 KB with everything else in it. */
const maxBytesInItem = 262_144

/** An answer as it is repeated to whoever sends the same Idempotency-Key again. */
export async function recordedAnswer(reply: Reply, arrivalId: string): Promise<RecordedAnswer> {
  const text = bodyText(reply)
  const { status } = reply
  const headers = headersOf(reply)
  if (text === null || Buffer.byteLength(text) <= maxBytesInItem) return { status, headers, body: { in: 'item', text } }
  const { putAnswer } = await import('../store/documents.ts')
  return { status, headers, body: { in: 'object', key: await putAnswer(arrivalId, text) } }
}

export async function recordedText({ body }: RecordedAnswer): Promise<string | null> {
  if (body.in === 'item') return body.text
  const { readAnswer } = await import('../store/documents.ts')
  return await readAnswer(body.key)
}
