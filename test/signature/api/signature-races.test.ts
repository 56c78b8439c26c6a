import { describe, expect, it } from 'vitest'
import { flawsOfChain } from '../../support/chain.ts'
import { type Answer, call } from '../../support/client.ts'
import { auditLogOf, originalsOf, publicTypesOf } from '../../support/inspection.ts'
import { runs } from '../../support/proof.ts'
import { act, codeOf, create, pathOf, sealed, signer, storedChain, storedRequest } from '../../support/signature.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

type Request = Answer['body']

const cancel = (of: Tenant, { id }: Request) => call('POST', `${pathOf(id)}/cancel`, { token: of.token, json: {} })
const send = (of: Tenant, { id }: Request) => call('POST', `${pathOf(id)}/send`, { token: of.token })
const discard = (of: Tenant, { id }: Request) => call('DELETE', pathOf(id), { token: of.token })
const expire = (of: Tenant, { id }: Request) =>
  call('POST', `/v1/test/signature-requests/${id}/expire`, { token: of.token })
const change = (of: Tenant, { id }: Request, title: string) =>
  call('PATCH', pathOf(id), { token: of.token, json: { title } })

/** Waits for the events of a request to be on the bus, and holds its steps, events and audit entries against each other. */
async function expectConsistent(of: Tenant, id: string, expectedEvents: string[]) {
  await until(`the events ${expectedEvents}`, async () => {
    const types = await publicTypesOf(id)
    return types.length >= expectedEvents.length
  })
  expect((await publicTypesOf(id)).toSorted()).toEqual(expectedEvents.toSorted())
  const [record, chain, audit] = await Promise.all([storedRequest(id), storedChain(id), auditLogOf(of.org.id)])
  expect(flawsOfChain(chain)).toEqual([])
  expect(record.chain).toEqual({ length: chain.length, hash: chain.at(-1)?.hash })
  return {
    chain: chain.map(({ type }) => type),
    audit: audit.filter(({ target }) => target.id === id).map(({ action }) => action),
  }
}

const rounds = Array.from({ length: runs(4) }, (_, index) => index + 1)

describe.concurrent('two things at once to one request', () => {
  it.for(rounds)('both signers sign: both count, and it is completed once (%i)', async () => {
    const of = await tenant()
    const request = await create(of, { signers: [signer(), signer()] })
    const answers = await Promise.all([act(of, request, 0, 'sign'), act(of, request, 1, 'sign')])
    expect(answers.map(codeOf)).toEqual(['200', '200'])
    await sealed(of, request.id)
    const events = ['signature.created', 'signature.signed', 'signature.signed', 'signature.completed']
    const { chain } = await expectConsistent(of, request.id, events)
    expect(chain.filter((type) => type === 'completed')).toHaveLength(1)
    expect(chain.filter((type) => type === 'sealed')).toHaveLength(1)
  })

  it.for(rounds)('one signs while the other declines: after a decline nobody signs (%i)', async () => {
    const of = await tenant()
    const request = await create(of, { signers: [signer(), signer()] })
    const [signed, declined] = await Promise.all([act(of, request, 0, 'sign'), act(of, request, 1, 'decline')])
    expect(codeOf(declined)).toBe('200')
    expect(['200', 'signature_request_declined']).toContain(codeOf(signed))
    expect((await storedRequest(request.id)).status).toBe('declined')
    const events = ['signature.created', 'signature.declined', ...(signed.status === 200 ? ['signature.signed'] : [])]
    const { chain } = await expectConsistent(of, request.id, events)
    if (signed.status === 200) expect(chain.indexOf('signed')).toBeLessThan(chain.indexOf('declined'))
  })

  it.for(rounds)('the last signs while the sender cancels: one of them wins (%i)', async () => {
    const of = await tenant()
    const request = await create(of)
    const codes = (await Promise.all([act(of, request, 0, 'sign'), cancel(of, request)])).map(codeOf)
    const isSigned = codes[0] === '200'
    if (isSigned) expect(['signature_request_not_cancelable', 'signature_request_completed']).toContain(codes[1])
    else expect(codes).toEqual(['signature_request_canceled', '200'])
    expect((await storedRequest(request.id)).status).toBe(isSigned ? 'completed' : 'canceled')
    if (isSigned) await sealed(of, request.id)
    await expectConsistent(of, request.id, [
      'signature.created',
      ...(isSigned ? ['signature.signed', 'signature.completed'] : ['signature.canceled']),
    ])
  })

  it.for(rounds)('the last signs while it expires: one of them wins (%i)', async () => {
    const of = await tenant()
    const request = await create(of)
    const codes = (await Promise.all([act(of, request, 0, 'sign'), expire(of, request)])).map(codeOf)
    const isSigned = codes[0] === '200'
    expect(codes[isSigned ? 1 : 0]).toBe(isSigned ? 'signature_request_completed' : 'signature_request_expired')
    if (isSigned) await sealed(of, request.id)
    await expectConsistent(of, request.id, [
      'signature.created',
      ...(isSigned ? ['signature.signed', 'signature.completed'] : ['signature.expired']),
    ])
  })

  it.for(rounds)('two cancel: it is canceled once (%i)', async () => {
    const of = await tenant()
    const request = await create(of)
    const codes = (await Promise.all([cancel(of, request), cancel(of, request)])).map(codeOf)
    expect(codes.toSorted()).toEqual(['200', 'signature_request_canceled'])
    const { chain, audit } = await expectConsistent(of, request.id, ['signature.created', 'signature.canceled'])
    expect(chain.filter((type) => type === 'canceled')).toHaveLength(1)
    expect(audit.filter((action) => action === 'signature_request.canceled')).toHaveLength(1)
  })

  it.for(rounds)('two send a draft: it is sent once (%i)', async () => {
    const of = await tenant()
    const request = await create(of, { draft: true })
    const codes = (await Promise.all([send(of, request), send(of, request)])).map(codeOf)
    expect(codes).toEqual(['200', '200'])
    const { audit } = await expectConsistent(of, request.id, ['signature.created'])
    expect(audit.filter((action) => action === 'signature_request.sent')).toHaveLength(1)
  })

  it.for(rounds)('one sends a draft while the other deletes it: one of them wins (%i)', async () => {
    const of = await tenant()
    const request = await create(of, { draft: true })
    const codes = (await Promise.all([send(of, request), discard(of, request)])).map(codeOf)
    const isSent = codes[0] === '200'
    expect(codes).toEqual(isSent ? ['200', 'signature_request_not_cancelable'] : ['signature_request_not_found', '204'])
    if (isSent) {
      await expectConsistent(of, request.id, ['signature.created'])
      expect(await originalsOf(of.org.id)).toHaveLength(1)
      return
    }
    await until('the deletion of the original', async () => (await originalsOf(of.org.id)).length === 0)
    expect(await publicTypesOf(request.id)).toEqual([])
  })

  it.for(rounds)('four change it: each of them is seen, or told to try again (%i)', async () => {
    const of = await tenant()
    const request = await create(of, { draft: true })
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((title) => change(of, request, title)))
    for (const code of answers.map(codeOf)) expect(['200', 'concurrent_update']).toContain(code)
    const done = answers.filter(({ status }) => status === 200)
    const record = await storedRequest(request.id)
    expect(record.version).toBe(1 + done.length)
    expect(done.find(({ body }) => body.version === record.version)?.body.title).toBe(record.title)
    const chain = await storedChain(request.id)
    expect(flawsOfChain(chain)).toEqual([])
    expect(chain.filter(({ type }) => type === 'changed')).toHaveLength(done.length)
  })
})
