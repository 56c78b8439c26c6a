import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { type RequestRecord, requests } from '../../../functions/signature/model/request.ts'
import { messageOf, sealRequest } from '../../../functions/signature/sealing/seal-request.ts'
import { UnusableSealCertificate } from '../../../shared/pdf/sealing/unusable-seal-certificate.ts'
import { toItem } from '../../../shared/store/collection.ts'
import type { Table } from '../../../shared/store/table.ts'
import { nowMs, sampleRequest, uuid } from './sample-request.ts'

const completed = sampleRequest({ status: 'completed' })
const withSeal = (sealStatus: RequestRecord['document']['sealStatus']): RequestRecord => ({
  ...completed,
  document: { ...completed.document, sealStatus },
})

/** A try that fails (there is no storage here), on a request that is found in one state and then in another. */
async function failingTry(found: RequestRecord, then: RequestRecord) {
  const states = [found]
  let writes = 0
  const send = async (command: unknown) => {
    if (command instanceof TransactWriteCommand) writes++
    if (!(command instanceof QueryCommand)) return {}
    return { Items: [toItem(requests, states.shift() ?? then)] }
  }
  const table = { name: 'table', client: { send } } as unknown as Table
  await sealRequest({ table, clock: () => nowMs, ids: () => uuid(7) }, completed.id)
  return writes
}

describe('a try at a seal that fails', () => {
  it('alarms operators once its request has failed, and at once where certificates do not fit the key', () => {
    const [certificate, other] = [new UnusableSealCertificate('of another key'), new Error('S3 is down')]
    expect([messageOf(certificate, false), messageOf(other, true)]).toEqual(['SealCertificateUnusable', 'SealFailed'])
    expect(messageOf(other, false)).not.toMatch(/SealFailed|SealCertificateUnusable/)
  })

  it('is noted while the request has no seal', async () => {
    expect(await failingTry(withSeal('pending'), withSeal('pending'))).toBe(1)
  })

  it('takes no seal away that another try has made meanwhile', async () => {
    expect(await failingTry(withSeal('pending'), withSeal('sealed'))).toBe(0)
  })

  it('is not made of a request that is sealed', async () => {
    expect(await failingTry(withSeal('sealed'), withSeal('pending'))).toBe(0)
  })
})
