import { Readable } from 'node:stream'
import { type DeleteObjectTaggingCommandInput, type PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepDocument, putDocument, readDocument } from '../../../../shared/store/documents.ts'

const sent: { name: string; input: unknown }[] = []

beforeEach(() => {
  vi.stubEnv('DOCUMENTS_BUCKET', 'documents')
  vi.stubEnv('AWS_REGION', 'us-east-1')
  vi.spyOn(S3Client.prototype, 'send').mockImplementation(async (command) => {
    sent.push({ name: command.constructor.name, input: command.input })
    return {}
  })
})

afterEach(() => {
  sent.length = 0
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('a document', () => {
  it('is stored as an orphan, which expires unless a commit names it', async () => {
    const stored = await putDocument('originals/a.pdf', Buffer.from('%PDF'))
    const put: Partial<PutObjectCommandInput> = { Bucket: 'documents', Key: 'originals/a.pdf', Tagging: 'orphan=true' }
    expect(sent).toMatchObject([{ name: 'PutObjectCommand', input: put }])
    expect(stored).toMatchObject({ key: 'originals/a.pdf', size: 4 })
  })

  it('is not hashed again where its hash is known', async () => {
    expect(await putDocument('sealed/a.pdf', Buffer.from('%PDF'), 'known')).toMatchObject({ sha256: 'known', size: 4 })
  })

  it('is read whole, or not at all', async () => {
    const parts = [Buffer.from('%P'), Buffer.from('DF')]
    vi.mocked(S3Client.prototype.send).mockImplementation(async () => ({
      Body: Readable.from(parts),
      ContentLength: 4,
    }))
    expect(Buffer.from(await readDocument('originals/a.pdf')).toString()).toBe('%PDF')
    parts.pop()
    await expect(readDocument('originals/a.pdf')).rejects.toThrow('cut off')
    parts.push(Buffer.from('more'))
    await expect(readDocument('originals/a.pdf')).rejects.toThrow()
  })

  it('is kept by losing its tags', async () => {
    await keepDocument('originals/a.pdf')
    const kept: DeleteObjectTaggingCommandInput = { Bucket: 'documents', Key: 'originals/a.pdf' }
    expect(sent).toEqual([{ name: 'DeleteObjectTaggingCommand', input: kept }])
  })

  it.each(['NoSuchKey', 'MethodNotAllowed'])('that was dropped before it was kept (%s) stays dropped', async (name) => {
    vi.mocked(S3Client.prototype.send).mockRejectedValueOnce(Object.assign(new Error('no object'), { name }))
    await expect(keepDocument('originals/a.pdf')).resolves.toBeUndefined()
  })

  it('that may not be kept is an error', async () => {
    const name = 'AccessDenied'
    vi.mocked(S3Client.prototype.send).mockRejectedValueOnce(Object.assign(new Error('not allowed'), { name }))
    await expect(keepDocument('originals/a.pdf')).rejects.toThrow('not allowed')
  })
})
