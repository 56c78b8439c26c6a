import { type DeleteObjectTaggingCommandInput, type PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepDocument, putDocument } from '../../../shared/store/documents.ts'

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

  it('is kept by losing its tags', async () => {
    await keepDocument('originals/a.pdf')
    const kept: DeleteObjectTaggingCommandInput = { Bucket: 'documents', Key: 'originals/a.pdf' }
    expect(sent).toEqual([{ name: 'DeleteObjectTaggingCommand', input: kept }])
  })
})
