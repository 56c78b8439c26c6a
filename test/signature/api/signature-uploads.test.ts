import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { call } from '../../support/client.ts'
import { storeUploaded } from '../../support/inspection.ts'
import { codeOf, contract, draftFor, oversizedUpload, postUploaded, uploadOf } from '../../support/signature.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'

describe.concurrent('an upload in place of the file', () => {
  const declared = { fileName: 'a.pdf', contentType: 'application/pdf' }

  const send = (of: Tenant, uploadId: unknown) => postUploaded(of, draftFor(of), uploadId)

  it('over 15 MiB is refused when it is declared, and when it turns out so', async () => {
    const of = await tenant()
    const size = 15_728_641
    const refused = await call('POST', '/v1/uploads', { token: of.token, json: { ...declared, size } })
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { code: 'file_too_large', details: { maxBytes: 15_728_640 } } },
    })
    expect(codeOf(await send(of, await oversizedUpload(of)))).toBe('file_too_large')
  })

  it('that is unknown, of somebody else, never filled, or of another kind is no file', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    const foreign = await uploadOf(other, await contract())
    const unfilled = await call('POST', '/v1/uploads', { token: of.token, json: { ...declared, size: 9 } })
    for (const id of [randomUUID(), foreign, unfilled.body.id, 'nonsense', undefined])
      expect(codeOf(await send(of, id)), String(id)).toBe('file_required')
    const table_ = await uploadOf(of, Buffer.from('a,b'), { contentType: 'text/csv' })
    expect(codeOf(await send(of, table_))).toBe('invalid_input')
  })

  it('that is not what was declared, or that cannot be read, is invalid_pdf', async () => {
    const of = await tenant()
    const bytes = await contract()
    const id = await uploadOf(of, bytes)
    await storeUploaded(`${of.key.clientId}/${id}`, bytes.subarray(1))
    expect(codeOf(await send(of, id))).toBe('invalid_pdf')
    expect(codeOf(await send(of, await uploadOf(of, Buffer.from('nothing'))))).toBe('invalid_pdf')
  })

  it('stays usable after a refusal, and is used up by a creation', async () => {
    const of = await tenant()
    const uploadId = await uploadOf(of, await contract())
    expect(codeOf(await postUploaded(of, draftFor(of, { signers: [] }), uploadId))).toBe('signers_required')
    const both = await Promise.all([send(of, uploadId), send(of, uploadId)])
    expect(both.map(codeOf).sort()).toEqual(['201', 'file_required'])
  })
})
