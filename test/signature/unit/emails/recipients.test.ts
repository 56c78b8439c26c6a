import { describe, expect, test } from 'vitest'
import { type EmailToMany, recipientsOf } from '../../../../functions/signature/emails/recipients.ts'
import type { RequestRecord } from '../../../../functions/signature/model/request.ts'
import { nowMs, sampleRequest, sampleSigner, uuid } from '../sample-request.ts'

const creator = { type: 'user', id: uuid(5), email: 'jane@acme.example', firstName: 'Jane', lastName: 'Doe' } as const
const follower = { email: 'follower@example.com', firstName: null, lastName: null }
const notary = { email: 'notary@example.com', firstName: 'Nora', lastName: 'Notary', phone: null, office: null }
const [first, second] = [sampleSigner(1, { status: 'notified', locale: 'fr-CA' }), sampleSigner(2)]

function written(emailKind: EmailToMany, more: Partial<RequestRecord>, signers = [first, second]) {
  const people = { createdBy: creator, followers: [follower], notaries: [notary] }
  const record = sampleRequest({ ...people, signers, ...more })
  const signerIds = signers.map(({ id }) => id)
  const recipients = recipientsOf(record, { emailKind, signerIds, creatorLocale: 'en' }, nowMs)
  return Object.fromEntries(recipients.map(({ email, emailKind, locale }) => [email, `${emailKind} in ${locale}`]))
}

describe('letters that ask for a signature', () => {
  test.each(['invitation', 'reminder', 'extended'] as const)('%s goes to the signers alone', (emailKind) => {
    expect(written(emailKind, {})).toEqual({
      [first.email]: `${emailKind} in fr`,
      [second.email]: `${emailKind} in en`,
    })
  })

  test.each<[string, Partial<RequestRecord>]>([
    ['has ended', { status: 'canceled' }],
    ['is a draft', { status: 'draft' }],
    ['is over', { expiresAt: '2026-03-01T12:00:00.000Z' }],
  ])('go to nobody where the request %s', (_, more) => {
    expect(written('reminder', more)).toEqual({})
  })

  test('go to nobody who has signed or has to wait for their turn', () => {
    const signed = sampleSigner(1, { status: 'signed' })
    const [now, later] = [sampleSigner(2, { status: 'notified', order: 2 }), sampleSigner(3, { order: 3 })]
    expect(written('invitation', { signingOrder: 'sequential' }, [signed, now, later])).toEqual({
      [now.email]: 'invitation in en',
    })
  })
})

describe('letters that tell how a request ended', () => {
  const ended = (status: RequestRecord['status']) => ({ status })

  test.each(['declined', 'expired'] as const)('%s goes to signers and, in other words, to the creator', (emailKind) => {
    expect(written(emailKind, ended(emailKind))).toEqual({
      [first.email]: `${emailKind} in fr`,
      [second.email]: `${emailKind} in en`,
      [creator.email]: `${emailKind}ToCreator in en`,
    })
  })

  test('completed goes to everybody; who has no language of their own is told in that of the first signer', () => {
    expect(written('completed', ended('completed'))).toEqual({
      [first.email]: 'completed in fr',
      [second.email]: 'completed in en',
      [creator.email]: 'completedToCreator in en',
      [follower.email]: 'completedToOthers in fr',
      [notary.email]: 'completedToNotary in fr',
    })
  })

  test.each(['declined', 'canceled', 'expired', 'completed'] as const)(
    '%s is not told while it is not so',
    (emailKind) => {
      expect(written(emailKind, ended('pending_signature'))).toEqual({})
    },
  )

  test('programs get no letters', () => {
    const createdBy = { type: 'api_key', id: 'key', name: 'Key' } as const
    expect(Object.values(written('declined', { ...ended('declined'), createdBy }))).toEqual([
      'declined in en',
      'declined in fr',
    ])
  })
})

describe('the warning of a purge', () => {
  const retention = {
    state: 'available',
    archivedAt: null,
    restoreRequestedAt: null,
    restoredUntil: null,
    purgeAt: '2026-06-01T12:00:00.000Z',
    purgeWarnedAt: '2026-05-18T12:00:00.000Z',
    purgedAt: null,
  } as const
  const machine = { type: 'api_key', id: 'key', name: 'Key' } as const
  const administrators = [{ email: 'owner@acme.example', firstName: 'Olga', locale: 'fr' }] as const

  test.each([
    ['the creator alone', creator, 'en', { [creator.email]: 'purging in en' }],
    ['the administrators where a machine made the request', machine, null, { 'owner@acme.example': 'purging in fr' }],
    ['the administrators where the creator has left', creator, null, { 'owner@acme.example': 'purging in fr' }],
  ] as const)('goes to %s', (_, createdBy, creatorLocale, told) => {
    const record = sampleRequest({ status: 'completed', createdBy, retention, signers: [first, second] })
    const audience = { emailKind: 'purging', signerIds: [], creatorLocale, administrators } as const
    const recipients = recipientsOf(record, audience, nowMs)
    expect(Object.fromEntries(recipients.map((one) => [one.email, `${one.emailKind} in ${one.locale}`]))).toEqual(told)
  })
})

describe('who is several people of a request gets one letter', () => {
  const signing = [sampleSigner(1, { email: creator.email.toUpperCase() })]

  test('that of the creator, who is told why a signer declined', () => {
    expect(written('declined', { status: 'declined' }, signing)).toEqual({ [creator.email]: 'declinedToCreator in en' })
  })

  test('that of the signer, who gets the sealed document', () => {
    expect(written('completed', { status: 'completed', followers: [], notaries: [] }, signing)).toEqual({
      [creator.email.toUpperCase()]: 'completed in en',
    })
  })
})
