import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { originalKey, sealedKeys } from '../../../functions/signature/model/document-keys.ts'
import type { RequestRecord } from '../../../functions/signature/model/request.ts'
import { contractPdf } from '../../../infra/local/demo/contract.ts'
import { put } from '../../../infra/local/tenant.ts'
import { type Collection, toItem } from '../../../shared/store/collection.ts'
import { sha256Of } from '../../../shared/store/documents.ts'
import { dueKeys } from '../../../shared/store/due.ts'
import {
  envelopesOf,
  isUnpublished,
  outboxEntries,
  outboxPartition,
  outgoingOf,
} from '../../../shared/store/outbox-entry.ts'
import { flawsOfChain } from '../../support/chain.ts'
import { type Answer, call } from '../../support/client.ts'
import { undoingPage } from '../../support/documents/undoing-page.ts'
import {
  busEventsOf,
  invoke,
  outboxEntriesOf,
  publicTypesOf,
  queued,
  runSweep,
  sealedFilesOf,
  storeDocument,
  storedDocument,
} from '../../support/inspection.ts'
import {
  act,
  alter,
  codeOf,
  completed,
  create,
  overdue,
  past,
  pathOf,
  read,
  sealed,
  settled,
  signer,
  storedChain,
  storedRequest,
} from '../../support/signature.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

type Request = Answer['body']

describe.concurrent('the due sweep', () => {
  it('lets a request expire whose time is over, once', async () => {
    const of = await tenant()
    const request = await overdue(of, { signers: [signer(), signer()] }, past)
    await Promise.all([runSweep(), runSweep()])
    await until('signature.expired', async () => (await publicTypesOf(request.id)).includes('signature.expired'))
    await runSweep()
    expect(await read(of, request.id)).toMatchObject({
      status: 'expired',
      endedAt: past,
      signers: [{ status: 'aborted' }, { status: 'aborted' }],
    })
    expect(await publicTypesOf(request.id)).toEqual(['signature.created', 'signature.expired'])
    const chain = await storedChain(request.id)
    expect(chain.filter(({ type }) => type === 'expired')).toHaveLength(1)
    expect(flawsOfChain(chain)).toEqual([])
    expect((await storedRequest(request.id)).dueAt).toBeNull()
  })

  it('leaves a request alone that was given more time', async () => {
    const of = await tenant()
    const request = await create(of, {
      expiresInDays: 1,
      reminders: { enabled: false, firstAfterDays: 3, everyDays: 5, max: 3 },
    })
    expect(
      (await call('POST', `${pathOf(request.id)}/extend`, { token: of.token, json: { expiresInDays: 9 } })).status,
    ).toBe(200)
    await runSweep()
    const record = await storedRequest(request.id)
    expect(record).toMatchObject({ status: 'pending_signature', dueAt: record.expiresAt })
  })

  it('publishes an event that the stream has left behind, under its own id', async () => {
    const of = await tenant()
    const { id } = await create(of)
    const [first] = await until('signature.created', async () => {
      const told = await outboxEntriesOf(of.org.id)
      return told.length > 0 && !told.some(isUnpublished) ? told : null
    })
    if (!first) throw new Error('nothing is told')
    expect(first.events.map(({ type }) => type)).toEqual(['signature.created'])
    // An item that is written over is no new one, so the stream's relay passes it by.
    await put(table(), outboxEntries, { ...first, at: past, publishedAt: null })
    await runSweep()
    const ofFirst = new Set(outgoingOf(first).map(({ detail }) => detail.id))
    expect(ofFirst.size).toBe(3)
    await until('the events for the second time', async () => {
      // The event that names the stored document names no request.
      const told = (await busEventsOf(id)).filter(({ detail }) => ofFirst.has(detail.id))
      return told.length === 4
    })
    expect((await outboxEntriesOf(of.org.id)).some(isUnpublished)).toBe(false)
    await runSweep()
    expect((await busEventsOf(id)).filter(({ detail }) => ofFirst.has(detail.id))).toHaveLength(4)
  })

  it('is not held up by a journal that cannot be read', async () => {
    const of = await tenant()
    const { id } = await create(of)
    const [first] = await until('a published journal', async () => {
      const told = await outboxEntriesOf(of.org.id)
      return told.length > 0 && !told.some(isUnpublished) ? told : null
    })
    if (!first) throw new Error('nothing is told')
    const broken: Collection<{ orgId: string }> = {
      name: outboxEntries.name,
      schema: v.object({ orgId: v.string() }),
      key: ({ orgId }) => ({ PK: outboxPartition(orgId), SK: 'broken' }),
    }
    await put(table(), broken, { orgId: of.org.id })
    // Due only when it is written over: as a new item it would hold up the stream's relay, and every other test.
    await put(table(), { ...broken, indexKeys: ({ orgId }) => dueKeys(orgId, past) }, { orgId: of.org.id })
    await put(table(), outboxEntries, { ...first, at: past, publishedAt: null })
    await runSweep()
    await until('the event for the second time', async () => {
      const told = (await busEventsOf(id)).filter(({ detail }) => detail.id === envelopesOf(first)[0]?.id)
      return told.length === 2
    })
    const Key = broken.key({ orgId: of.org.id })
    await table().client.send(new DeleteCommand({ TableName: table().name, Key }))
  })
})

/** A request that everybody signed, whose original was replaced in the storage: its first try at a seal has failed. */
async function unsealable(of: Tenant) {
  const request = await create(of)
  const key = originalKey(await storedRequest(request.id))
  const original = await storedDocument(key)
  await storeDocument(key, await contractPdf({ pages: 1 }))
  expect((await act(of, request, 0, 'sign')).body.status).toBe('completed')
  await failedTimes(request, 1)
  return { request, restore: () => storeDocument(key, original) }
}

async function failedTimes({ id }: Request, times: number) {
  return await until(`failure ${times} of a seal`, async () => {
    const record = await storedRequest(id)
    return record.document.sealFailures === times ? record : null
  })
}

/** To the second: the decision and its writing read the clock one after the other. */
function secondsToNextTry({ dueAt, updatedAt }: RequestRecord): number {
  return Math.round((Date.parse(dueAt ?? '') - Date.parse(updatedAt)) / 1000)
}

/** Brings the next try forward. */
async function sweepAsIfDue({ id }: Request) {
  await alter(id, () => ({ dueAt: past }))
  await runSweep()
}

describe.concurrent('a seal that fails', () => {
  it('is tried again when it is due, and then told as any other', async () => {
    const of = await tenant()
    const { request, restore } = await unsealable(of)
    const failed = await storedRequest(request.id)
    expect(failed.document.sealStatus).toBe('pending')
    expect(secondsToNextTry(failed)).toBe(10)
    expect(codeOf(await call('GET', `${pathOf(request.id)}/document?variant=signed`, { token: of.token }))).toBe(
      'signed_document_not_available',
    )
    expect(await publicTypesOf(request.id)).not.toContain('signature.completed')
    await restore()
    await sweepAsIfDue(request)
    await sealed(of, request.id)
    await until('signature.completed', async () => (await publicTypesOf(request.id)).includes('signature.completed'))
    expect((await storedChain(request.id)).map(({ type }) => type).slice(-3)).toEqual([
      'completed',
      'seal_failed',
      'sealed',
    ])
  })

  it('waits longer each time, ends as failed, and comes about when it is asked for again', async () => {
    const of = await tenant()
    const { request, restore } = await unsealable(of)
    const delays = [60, 300, 1_800, 7_200]
    for (const [index, seconds] of delays.entries()) {
      await sweepAsIfDue(request)
      const record = await failedTimes(request, index + 2)
      expect(record.document.sealStatus).toBe('pending')
      expect(secondsToNextTry(record)).toBe(seconds)
    }
    await sweepAsIfDue(request)
    const given = await failedTimes(request, 6)
    expect(given.document.sealStatus).toBe('failed')
    expect(secondsToNextTry(given)).toBe(900)
    expect(await read(of, request.id)).toMatchObject({ status: 'completed', document: { sealStatus: 'failed' } })

    await restore()
    const reseal = await call('POST', `${pathOf(request.id)}/reseal`, { token: of.token })
    expect(reseal).toMatchObject({ status: 202, body: { document: { sealStatus: 'pending' } } })
    await sealed(of, request.id)
    await until('signature.completed', async () => (await publicTypesOf(request.id)).includes('signature.completed'))
    expect((await publicTypesOf(request.id)).filter((type) => type === 'signature.completed')).toHaveLength(1)
    expect(flawsOfChain(await storedChain(request.id))).toEqual([])
  })

  it('has failed for good at once where the sealed file would show something else than its signers saw', async () => {
    const of = await tenant()
    const request = await create(of)
    const undoing = undoingPage()
    await storeDocument(originalKey(await storedRequest(request.id)), undoing)
    await alter(request.id, ({ document }) => ({ document: { ...document, sha256: sha256Of(undoing) } }))
    expect((await act(of, request, 0, 'sign')).body.status).toBe('completed')
    const failed = await failedTimes(request, 1)
    expect(failed.document).toMatchObject({ sealStatus: 'failed', signed: null })
    expect(secondsToNextTry(failed)).toBe(900)
    expect(await sealedFilesOf(of.org.id)).toEqual([])
  })

  it('goes on being tried after it has failed for good', async () => {
    const of = await tenant()
    const { request, restore } = await unsealable(of)
    await alter(request.id, ({ document }) => ({ document: { ...document, sealStatus: 'failed', sealFailures: 6 } }))
    await restore()
    await sweepAsIfDue(request)
    await sealed(of, request.id)
  })
})

describe.concurrent('a seal that is due to be renewed', () => {
  it('stays as it is where there is no timestamp authority (any more), and is tried again later', async () => {
    const of = await tenant()
    const { id } = await completed(of)
    await alter(id, () => ({ dueAt: past }))
    await runSweep()
    const record = await until('a renewal that failed', async () => {
      const found = await storedRequest(id)
      return found.document.sealFailures > 0 ? found : null
    })
    expect(secondsToNextTry(record)).toBe(60)
    expect(record.document).toMatchObject({ sealStatus: 'sealed', sealLevel: 'B-B', signed: { renewals: [] } })
    expect((await storedChain(id)).at(-1)).toMatchObject({ type: 'renewal_failed', detail: { failures: 1 } })
    expect(await sealedFilesOf(of.org.id)).toHaveLength(2)
    expect(await invoke('document-sealing', queued('signature.renewal_due', { requestId: id, renewal: 1 }))).toEqual({
      batchItemFailures: [],
    })
    expect(await storedRequest(id)).toEqual(record)
  })
})

describe.concurrent('a message that comes twice', () => {
  it('seals once', async () => {
    const of = await tenant()
    const { id } = await completed(of)
    const before = await storedRequest(id)
    const message = queued('signature.seal_due', { requestId: id })
    for (const again of [invoke('document-sealing', message), invoke('document-sealing', message)])
      expect(await again).toEqual({ batchItemFailures: [] })
    expect(await storedRequest(id)).toEqual(before)
    expect((await publicTypesOf(id)).filter((type) => type === 'signature.completed').length).toBeLessThanOrEqual(1)
  })

  it('at once seals once, and the loser’s files are gone', async () => {
    const of = await tenant()
    const { request, restore } = await unsealable(of)
    await restore()
    const message = queued('signature.seal_due', { requestId: request.id })
    await Promise.all([invoke('document-sealing', message), invoke('document-sealing', message)])
    const record = await storedRequest(request.id)
    const { signed, evidence } = sealedKeys(record, record.document.sealRun ?? '')
    expect((await sealedFilesOf(of.org.id)).toSorted()).toEqual([evidence, signed])
    const chain = await storedChain(request.id)
    expect(chain.filter(({ type }) => type === 'sealed')).toHaveLength(1)
  })

  it('asks signers once and plays them once', async () => {
    const of = await tenant()
    const request = await create(of, { signers: [signer('+sign'), signer()] })
    await settled(of, request.id, 'signed by one', ({ progress }) => progress.signed === 1)
    const before = await storedRequest(request.id)
    const signerIds = request.signers.map(({ id }: { id: string }) => id)
    const data = { requestId: request.id, vendor: 'simulated', signerIds }
    expect(await invoke('simulated-vendor', queued('signature.signers_due', data))).toEqual({ batchItemFailures: [] })
    expect(await storedRequest(request.id)).toEqual(before)
  })

  it('of the stream puts the same events under the same ids, and does nothing else', async () => {
    const of = await tenant()
    const { id } = await completed(of)
    await until('signature.completed', async () => (await publicTypesOf(id)).includes('signature.completed'))
    const types = await publicTypesOf(id)
    const before = await storedRequest(id)
    const records = (await outboxEntriesOf(of.org.id)).map((record, index) => ({
      eventName: 'INSERT',
      dynamodb: {
        SequenceNumber: String(index),
        NewImage: marshall(toItem(outboxEntries, record), { removeUndefinedValues: true }),
      },
    }))
    expect(await invoke('event-relay', { Records: records })).toEqual({ batchItemFailures: [] })
    expect(await publicTypesOf(id)).toEqual(types)
    expect(await storedRequest(id)).toEqual(before)
  })

  it('and cannot be read is told back alone', async () => {
    const of = await tenant()
    const { id } = await completed(of)
    const good = {
      messageId: 'good',
      body: JSON.stringify({ 'detail-type': 'signature.seal_due', detail: { id: 'event', data: { requestId: id } } }),
    }
    const bad = { messageId: 'bad', body: '{' }
    expect(await invoke('document-sealing', { Records: [good, bad] })).toEqual({
      batchItemFailures: [{ itemIdentifier: 'bad' }],
    })
  })
})
