import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItem } from '../../../shared/store/table.ts'
import { uploadKey, uploads } from '../../../shared/store/uploads.ts'
import { type CallOptions, call } from '../../support/client.ts'
import { importPath, nameMapping } from '../../support/contact-import.ts'
import { listContacts } from '../../support/contacts.ts'
import { expectRefused } from '../../support/refused.ts'
import { uploadOf } from '../../support/signature.ts'
import { importedUnder } from '../../support/staged-contacts.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'

const none = { dryRun: false, created: 0, updated: 0, skipped: 0, errors: [], duplicates: [] }

describe.concurrent('an upload that is imported more than once', () => {
  const names = Array.from({ length: 150 }, (_, row) => `First${row} Last${row}`)
  const file = ['first,last,email', ...names.map((name) => `${name.replace(' ', ',')},`)].join('\n')
  const declared = { contentType: 'text/csv', fileName: 'contacts.csv' }
  const uploaded = async (of: Tenant) => await uploadOf(of, Buffer.from(file), declared)

  async function postUploaded(of: Tenant, uploadId: string, data: object, headers: CallOptions['headers'] = {}) {
    const json = { entityId: of.entity.id, mapping: nameMapping, uploadId, ...data }
    return await call('POST', importPath, { token: of.token, json, headers })
  }

  async function storedUpload(id: string) {
    const item = await getItem(table(), uploadKey(id))
    if (!item) throw new Error(`there is no upload ${id}`)
    return fromItem(uploads, item)
  }

  async function allOf(of: Tenant) {
    const first = await listContacts(of, { pageSize: '100' })
    const { results, nextPageToken } = first.body
    if (!nextPageToken) return results
    const second = await listContacts(of, { pageSize: '100', pageToken: nextPageToken })
    const third = second.body.nextPageToken
    const more = third ? (await listContacts(of, { pageSize: '100', pageToken: third })).body.results : []
    return [...results, ...second.body.results, ...more]
  }

  const namesOf = (contacts: readonly { displayName: string }[]) =>
    contacts.map(({ displayName }) => displayName).toSorted()

  it('at once for the same: each row is created once, and nobody is told otherwise', async () => {
    const of = await tenant()
    const uploadId = await uploaded(of)
    const asking = () => postUploaded(of, uploadId, { onDuplicate: 'create' }, { 'Idempotency-Key': randomUUID() })
    // One that never comes to its end has certainly read the upload as unused.
    const broken = importedUnder('a key', of, file, { onDuplicate: 'create', upload: await storedUpload(uploadId) })
    const [answers] = await Promise.all([Promise.all([asking(), asking()]), broken])
    expect(namesOf(await allOf(of))).toEqual(names.toSorted())
    for (const { status, body } of answers)
      if (status === 200) expect(body).toMatchObject({ total: 150, created: 150, errors: [] })
      else expect(body.error.code).toBe('import_file_required')
    expect(answers.map(({ status }) => status)).toContain(200)
    expectRefused(await asking(), 'import_file_required')
  })

  it('at once for different things: one is refused, and has written nothing', async () => {
    const of = await tenant()
    const uploadId = await uploaded(of)
    const tags = ['a', 'b', 'c']
    const answers = await Promise.all(tags.map((tag) => postUploaded(of, uploadId, { tags: [tag] })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    const contacts = await allOf(of)
    expect(namesOf(contacts)).toEqual(names.toSorted())
    const winner = tags[answers.findIndex(({ status }) => status === 200)]
    expect(new Set(contacts.map(({ tags }: { tags: string[] }) => tags.join()))).toEqual(new Set([winner]))
  })

  it('after an interruption, whatever the key: what is created is not created again, and nothing else is let in', async () => {
    const of = await tenant()
    const uploadId = await uploaded(of)
    const create = { onDuplicate: 'create' } as const
    const broken = { ...create, upload: await storedUpload(uploadId) }
    expect(await importedUnder('a key', of, file, broken)).toMatchObject({ created: 150 })
    expectRefused(await postUploaded(of, uploadId, { dryRun: true }), 'import_file_required')
    expectRefused(await postUploaded(of, uploadId, { onDuplicate: 'skip' }), 'import_file_required')
    const answer = await postUploaded(of, uploadId, create, { 'Idempotency-Key': randomUUID() })
    expect(answer.body).toEqual({ ...none, total: 150, created: 150 })
    expect(await allOf(of)).toHaveLength(150)
    expectRefused(await postUploaded(of, uploadId, create), 'import_file_required')
  })
})
