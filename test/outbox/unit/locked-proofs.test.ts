import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { handler } from '../../../functions/outbox/document-keeping/handler.ts'
import { s3 } from '../../../shared/store/uploaded-objects.ts'

const calls: { name: string; input: Record<string, unknown> }[] = []

beforeEach(() => {
  vi.stubEnv('DOCUMENTS_BUCKET', 'documents')
  vi.stubEnv('AWS_REGION', 'eu-west-3')
  vi.spyOn(s3(), 'send').mockImplementation(async (command: { constructor: { name: string }; input: object }) => {
    calls.push({ name: command.constructor.name, input: { ...command.input } })
    const bytes = Buffer.from('%PDF-')
    const Body = Object.assign([bytes], { pipe: () => {} })
    return { Body, ContentLength: bytes.length }
  })
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  calls.length = 0
})

async function stored(key: string): Promise<string[]> {
  const body = JSON.stringify({ 'detail-type': 'document.stored', detail: { id: 'event', data: { key } } })
  const record = { messageId: '1', body } as Parameters<typeof handler>[0]['Records'][number]
  expect(await handler({ Records: [record] })).toEqual({ batchItemFailures: [] })
  return calls.map(({ name, input }) => `${name} ${input.Bucket} ${input.Key}`)
}

it('copies proofs of live organizations into the locked bucket before it keeps them', async () => {
  vi.stubEnv('LOCKED_PROOFS_BUCKET', 'locked')
  const key = 'proofs/live/org/mail/item/deposit-1.pdf'
  expect(await stored(key)).toEqual([
    `GetObjectCommand documents ${key}`,
    `PutObjectCommand locked ${key}`,
    `DeleteObjectTaggingCommand documents ${key}`,
  ])
  expect(calls[1]?.input.ChecksumSHA256).toMatch(/^[\w+/]{43}=$/)
})

it.each(['proofs/test/org/mail/item/deposit-1.pdf', 'sealed/org/document/1-signed.pdf'])('locks no %s', async (key) => {
  vi.stubEnv('LOCKED_PROOFS_BUCKET', 'locked')
  expect(await stored(key)).toEqual([`DeleteObjectTaggingCommand documents ${key}`])
})

it('locks nothing without the setting', async () => {
  const key = 'proofs/live/org/mail/item/deposit-1.pdf'
  expect(await stored(key)).toEqual([`DeleteObjectTaggingCommand documents ${key}`])
})
