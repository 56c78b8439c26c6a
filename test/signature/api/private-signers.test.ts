import { describe, expect, it } from 'vitest'
import type { Contact } from '../../../functions/contacts/model/contact.ts'
import { linkContacts } from '../../../functions/contacts/model/contact-links.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { commit } from '../../../shared/store/commit.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { call, demand } from '../../support/client.ts'
import { contactOf, contactPath, deleteContact, eventsOfContact, patchContact } from '../../support/contacts.ts'
import { expectRefused } from '../../support/refused.ts'
import { create, pathOf, read, type Sender } from '../../support/signature.ts'
import { storedContact } from '../../support/staged-contacts.ts'
import { personOf, type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

const person = { lastName: 'Copied', email: 'copied@example.com' }

async function memberAnd(other: 'manager' | 'admin') {
  const of = await tenant()
  const [member, theOther] = await Promise.all([personOf(of, 'member'), personOf(of, other)])
  return { of, member: { ...of, token: member.token }, other: { ...of, token: theOther.token } }
}

async function draftTo(of: Sender, contactId: string): Promise<string> {
  return (await create(of, { draft: true, signers: [{ contactId }] })).id
}

async function signerOf(of: Sender, id: string) {
  return (await read(of, id)).signers[0]
}

async function namingContact(of: Tenant, contactId: string): Promise<string[]> {
  const query = new URLSearchParams({ entityId: of.entity.id, contactId })
  const answer = await call('GET', `/v1/signature-requests?${query}`, { token: of.token })
  demand(answer, 200)
  return answer.body.results.map(({ id }: { id: string }) => id)
}

async function turnsTo(of: Sender, id: string, contactId: string | null): Promise<void> {
  await until(`contactId ${contactId}`, async () => (await signerOf(of, id)).contactId === contactId)
}

/** Commits that a request names a contact as it was read. */
async function nameIn(contact: Contact) {
  const work = new UnitOfWork({ table: table(), clock: Date.now, ids: systemIds, author: systemAuthor('test') })
  const named = { before: [], after: [contact.id] }
  linkContacts(work, { type: 'signature_request', targetId: systemIds() }, named, new Map([[contact.id, contact]]))
  return await commit(table(), work)
}

describe.concurrent('a signer who is a contact that somebody keeps private', () => {
  it('is copied for everybody, and known as that contact by its creator alone', async () => {
    const { member, other } = await memberAnd('manager')
    const { id: contactId } = await contactOf(member, { ...person, isPrivate: true })
    const id = await draftTo(member, contactId)
    expect(await signerOf(member, id)).toMatchObject({ contactId, lastName: 'Copied' })
    expect(await namingContact(member, contactId)).toEqual([id])
    expect(await signerOf(other, id)).toMatchObject({ contactId: null, lastName: 'Copied' })
    expect(await namingContact(other, contactId)).toEqual([])
    const list = await call('GET', `/v1/signature-requests?entityId=${other.entity.id}`, { token: other.token })
    expect([list.body.results.length, list.text.includes(contactId)]).toEqual([1, false])
  })

  it('stays that contact when others change the draft, and becomes none or another one as they say', async () => {
    const { member, other } = await memberAnd('admin')
    const { id: contactId } = await contactOf(member, { ...person, isPrivate: true })
    const id = await draftTo(member, contactId)
    const patch = (json: object) => call('PATCH', pathOf(id), { token: other.token, json })
    const { contactId: _, ...shown } = await signerOf(other, id)
    const again = { id: shown.id, firstName: shown.firstName, lastName: 'Corrected', email: shown.email }
    expect((await patch({ title: 'Renamed' })).body.signers[0].contactId).toBe(null)
    expect((await patch({ signers: [again] })).body.signers[0]).toMatchObject({
      contactId: null,
      lastName: 'Corrected',
    })
    expect(await signerOf(member, id)).toMatchObject({ contactId, lastName: 'Corrected' })
    expectRefused(await patch({ signers: [{ ...again, contactId }] }), 'invalid_contact')
    const { id: open } = await contactOf(other)
    expect((await patch({ signers: [{ ...again, contactId: open }] })).body.signers[0].contactId).toBe(open)
    expect((await signerOf(member, id)).contactId).toBe(open)
  })

  it('is known by everybody once it is shared, and by nobody else once it is private again', async () => {
    const { member, other } = await memberAnd('manager')
    const { id: contactId } = await contactOf(member, person)
    const id = await draftTo(member, contactId)
    expect((await signerOf(other, id)).contactId).toBe(contactId)
    demand(await patchContact(member, contactId, { isPrivate: true }), 200)
    await turnsTo(other, id, null)
    expect((await signerOf(member, id)).contactId).toBe(contactId)
    demand(await patchContact(member, contactId, { isPrivate: false }), 200)
    await turnsTo(other, id, contactId)
    const told = await eventsOfContact(contactId, 3)
    expect(told.map(({ type }) => type).sort()).toEqual(['contact.created', 'contact.created', 'contact.deleted'])
    demand(await deleteContact(member, contactId), 204)
    await turnsTo(member, id, null)
  })

  it('does not come to be a contact that was made private since it was read', async () => {
    const { member } = await memberAnd('manager')
    const { id } = await contactOf(member, person)
    const asRead = await storedContact(id)
    demand(await patchContact(member, id, { isPrivate: true }), 200)
    expect(await nameIn(asRead)).toBe('stale')
    expect(await nameIn(await storedContact(id))).toBe('committed')
  })

  it.each([true, false])('is the contact that it is merged into, private or not (%j)', async (isPrivate) => {
    const { of: other, other: maker } = await memberAnd('manager')
    const [source, target] = [
      await contactOf(maker, { ...person, isPrivate: !isPrivate }),
      await contactOf(maker, { isPrivate }),
    ]
    const id = await draftTo(maker, source.id)
    const merge = { token: maker.token, json: { sourceId: source.id } }
    demand(await call('POST', `${contactPath(target.id)}/merge`, merge), 200)
    await turnsTo(maker, id, target.id)
    expect((await signerOf(other, id)).contactId).toBe(isPrivate ? null : target.id)
  })
})
