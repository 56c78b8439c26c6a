import { describe, expect, it } from 'vitest'
import { allSealedKeys, documentKeys } from '../../../functions/signature/model/document-keys.ts'
import { retentionLookKey, retentionLooks } from '../../../functions/signature/model/retention.ts'
import { put } from '../../../infra/local/tenant.ts'
import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { getItem } from '../../../shared/store/table.ts'
import { flawsOfChain } from '../../support/chain.ts'
import { call, demand, download } from '../../support/client.ts'
import { imageFile } from '../../support/documents/images.ts'
import { messagesTo } from '../../support/emails.ts'
import {
  auditLogOf,
  busEventsOf,
  givenImagesOf,
  invoke,
  originalsOf,
  publicTypesOf,
  queued,
  runSweep,
  sealedFilesOf,
  storageOf,
} from '../../support/inspection.ts'
import {
  act,
  alter,
  codeOf,
  completed,
  create,
  past,
  pathOf,
  read,
  sealed,
  settled,
  storedChain,
  storedRequest,
} from '../../support/signature.ts'
import { agree, browserAt, copyLinkOf, nativeRequest, signBody, visit } from '../../support/signing.ts'
import { personOf, type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

async function choose({ entity, token }: Tenant, signature: object): Promise<void> {
  demand(await call('PATCH', `/v1/nodes/${entity.id}/settings`, { token, json: { signature } }), 200)
}

/** Lets the sweep look at a request as if it had ended so many days ago. */
async function lookAfter(id: string, days: number): Promise<void> {
  await alter(id, () => ({ endedAt: timestamp(Date.now() - days * dayMs) }))
  await put(table(), retentionLooks, { requestId: id, orgId: '', dueAt: past })
  await until('the look', async () => {
    await runSweep()
    const item = await getItem(table(), retentionLookKey(id))
    return item === null || String(item.GSI2SK) > past
  })
}

const documentOf = (of: Tenant, id: string, variant = 'signed') =>
  call('GET', `${pathOf(id)}/document?variant=${variant}`, { token: of.token })
const restore = (of: Tenant, id: string) => call('POST', `${pathOf(id)}/document/restore`, { token: of.token })

async function keysOf(id: string): Promise<string[]> {
  const record = await storedRequest(id)
  return [...documentKeys(record), ...allSealedKeys(record)]
}

async function inStorage(id: string, storage: string): Promise<void> {
  const keys = await keysOf(id)
  await until(`files in ${storage}`, async () =>
    (await Promise.all(keys.map(storageOf))).every((each) => each === storage),
  )
}

describe.concurrent('an ended request', () => {
  it('is looked at from the day after its end, and keeps its files where nothing is set', async () => {
    const of = await tenant()
    const { id } = await completed(of)
    const look = await getItem(table(), retentionLookKey(id))
    const { endedAt, version } = await storedRequest(id)
    expect(Date.parse(String(look?.GSI2SK)) - Date.parse(endedAt ?? '')).toBe(dayMs)
    await lookAfter(id, 5_000)
    expect(await read(of, id)).toMatchObject({
      version: version + 1,
      document: { state: 'available', purgeAt: null, archivedAt: null },
    })
  })

  it('is archived after the days of its entity, and restored on demand', async () => {
    const of = await tenant()
    await choose(of, { archiveAfterDays: 10 })
    const { id } = await completed(of)
    await lookAfter(id, 9)
    expect((await read(of, id)).document.state).toBe('available')
    await lookAfter(id, 10)
    const { document } = await read(of, id)
    expect(document).toMatchObject({ state: 'archived', archivedAt: expect.any(String), sealStatus: 'sealed' })
    await inStorage(id, 'GLACIER_IR')
    for (const variant of ['shown', 'original', 'signed', 'evidence'])
      expect(codeOf(await documentOf(of, id, variant))).toBe('document_archived')

    const asked = await restore(of, id)
    expect(asked).toMatchObject({ status: 202, body: { document: { state: 'archived' } } })
    await settled(of, id, 'restored', (request) => request.document.state === 'available')
    await inStorage(id, 'STANDARD')
    const back = await download(`${pathOf(id)}/document?variant=signed`, of.token)
    expect(back).toMatchObject({ status: 200 })
    expect(back.headers.get('content-type')).toBe('application/pdf')
    expect(back.headers.get('etag')).toBe(`"${document.signed.sha256}"`)
    expect(await restore(of, id)).toMatchObject({ status: 202, body: { document: { state: 'available' } } })
    // Not archived again for 30 days, although it ended long ago.
    await lookAfter(id, 10)
    expect((await read(of, id)).document).toMatchObject({ state: 'available', restoredUntil: expect.any(String) })
    const types = (await storedChain(id)).map(({ type }) => type)
    expect(types.slice(-3)).toEqual(['archived', 'restore_requested', 'restored'])
    expect(flawsOfChain(await storedChain(id))).toEqual([])
  })

  it('is purged after a warning: files go, the record, its hashes and its chain stay', async () => {
    const of = await tenant()
    await choose(of, { purgeAfterDays: 60 })
    const person = await personOf(of, 'admin')
    const { id } = await completed({ entity: of.entity, token: person.token })
    const before = await read(of, id)
    await lookAfter(id, 45)
    const planned = (await read(of, id)).document
    expect(Math.round((Date.parse(planned.purgeAt) - Date.now()) / dayMs)).toBe(15)
    await lookAfter(id, 46)
    const [warning] = await messagesTo(person.account.email ?? '', 1)
    expect(warning?.subject).toBe('[TEST] Files will be deleted: Service agreement')
    // 14 days have not passed since the warning.
    await lookAfter(id, 61)
    expect((await read(of, id)).document.state).toBe('available')
    await alter(id, ({ retention }) => ({
      retention: retention && { ...retention, purgeWarnedAt: timestamp(Date.now() - 14 * dayMs) },
    }))
    await lookAfter(id, 61)

    await until(
      'no files',
      async () => [...(await originalsOf(of.org.id)), ...(await sealedFilesOf(of.org.id))].length === 0,
    )
    const after = await read(of, id)
    expect(after.document).toMatchObject({
      state: 'purged',
      purgedAt: expect.any(String),
      sha256: before.document.sha256,
      signed: { sha256: before.document.signed.sha256 },
      evidence: { sha256: before.document.evidence.sha256 },
    })
    for (const variant of ['shown', 'original', 'signed', 'evidence'])
      expect(codeOf(await documentOf(of, id, variant))).toBe('document_purged')
    expect(codeOf(await restore(of, id))).toBe('document_purged')
    await until('document.purged', async () => (await publicTypesOf(id)).includes('document.purged'))
    const told = (await busEventsOf(id)).find(({ type }) => type === 'document.purged')
    expect(told?.detail.data).toMatchObject({ entityId: of.entity.id, documentId: before.document.id })
    expect((await storedChain(id)).at(-1)).toMatchObject({ type: 'purged', detail: { sha256: before.document.sha256 } })
    expect(flawsOfChain(await storedChain(id))).toEqual([])
    const audited = (await auditLogOf(of.org.id)).filter(({ action }) => action.endsWith('document_purged'))
    expect(audited).toMatchObject([{ actor: { type: 'system' }, target: { id } }])
    expect(await getItem(table(), retentionLookKey(id))).toBeNull()
    // A message that comes late finds what is there by then.
    expect(await invoke('document-sealing', queued('signature.storage_due', { requestId: id }))).toEqual({
      batchItemFailures: [],
    })
    await runSweep()
    expect((await read(of, id)).version).toBe(after.version)
  })

  it('is out of reach by personal links as well, with the images of its signatures', async () => {
    const of = await tenant()
    await choose(of, { archiveAfterDays: 1, purgeAfterDays: 30 })
    const request = await nativeRequest(of)
    const browser = await visit(request)
    await agree(browser)
    const value = imageFile('palette.png').toString('base64')
    demand(await browser.post('/sign', signBody(request, { signature: { mode: 'uploaded', value } })), 200)
    await sealed(of, request.id)
    const follower = browserAt(await copyLinkOf(request))
    const code = async () => codeOf(await follower.get('/document?variant=signed'))
    await lookAfter(request.id, 2)
    const { error } = (await follower.get('/document?variant=signed')).body
    expect(error).toMatchObject({
      code: 'document_archived',
      message: 'This document is archived. Ask the sender for a copy.',
    })
    expect((await browser.get('/state')).body.document.sealed).toBe('archived')
    expect(await givenImagesOf(request.id)).toHaveLength(1)
    await alter(request.id, ({ retention }) => ({
      retention: retention && { ...retention, purgeWarnedAt: timestamp(Date.now() - 14 * dayMs) },
    }))
    await lookAfter(request.id, 31)
    expect(await code()).toBe('document_purged')
    expect((await browser.get('/state')).body.document.sealed).toBe('purged')
    await until('no image', async () => (await givenImagesOf(request.id)).length === 0)
  })

  it('that a machine sent is purged after a warning to the administrators', async () => {
    const of = await tenant()
    await choose(of, { purgeAfterDays: 60 })
    const administrator = await personOf(of, 'admin')
    const { id } = await completed(of)
    await lookAfter(id, 46)
    const [warning] = await messagesTo(administrator.account.email ?? '', 1)
    expect(warning?.subject).toBe('[TEST] Files will be deleted: Service agreement')
  })

  it('that was declined is purged as well', async () => {
    const of = await tenant()
    await choose(of, { purgeAfterDays: 30 })
    const request = await create(of)
    expect((await act(of, request, 0, 'decline')).body.status).toBe('declined')
    await alter(request.id, () => ({
      retention: {
        state: 'available',
        archivedAt: null,
        restoreRequestedAt: null,
        restoredUntil: null,
        purgeAt: timestamp(Date.now()),
        purgeWarnedAt: timestamp(Date.now() - 15 * dayMs),
        purgedAt: null,
      },
    }))
    await lookAfter(request.id, 31)
    await until('no original', async () => (await originalsOf(of.org.id)).length === 0)
    expect(codeOf(await documentOf(of, request.id, 'shown'))).toBe('document_purged')
  })
})
