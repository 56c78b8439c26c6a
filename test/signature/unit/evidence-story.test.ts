import { describe, expect, it } from 'vitest'
import { sentenceOf } from '../../../functions/signature/sealing/evidence/story.ts'
import type { ReaderLocale } from '../../../shared/platform/locale.ts'
import { sampleEvidence } from '../../support/documents/sample-evidence.ts'

const evidence = sampleEvidence()
const base = { ...evidence.steps[0], signerId: evidence.signers[0]?.id ?? null }

it.each([
  ['link_issued', { place: 'agency' }, 'at the sender’s place'],
  ['link_issued', {}, 'sender’s own page'],
  ['changed', { fields: ['drawing'], sha256: 'ab' }, 'sent in a sentence written by hand'],
  ['changed', { fields: ['drawing'], sha256: null }, 'took back a sentence written by hand'],
  ['signed', { allPagesSeen: true }, 'every page had been shown on screen before'],
  ['changed', { fields: ['title'] }, 'changed the request'],
])('tells a step %s with %j', (type, detail, words) => {
  const step = { ...base, type, detail } as (typeof evidence.steps)[number]
  expect(sentenceOf(step, evidence, 'en')).toContain(words)
})

describe('after the sender put another person in the place of a signer', () => {
  const [carl, other] = evidence.signers
  if (!carl || !other) throw new Error('the sample has two signers')
  const corrections = [
    [
      { field: 'firstName', from: 'Bob', to: 'Carl' },
      { field: 'lastName', from: 'Van Builder', to: 'Crook' },
      { field: 'email', from: 'bob@example.com', to: 'carl@example.com' },
      { field: 'authMethod', from: 'email_otp', to: 'none' },
    ],
    [
      { field: 'lastName', from: 'Crook', to: 'Crooke' },
      { field: 'phone', from: null, to: '+33612345678' },
      { field: 'locale', from: 'en', to: 'fr' },
    ],
  ]
  const types = ['notified', 'otp_sent', 'corrected', 'opened', 'corrected', 'signed']
  const steps = types.map((type, index) => ({
    ...base,
    seq: index + 1,
    type,
    signerId: carl.id,
    detail: type === 'corrected' ? { fields: corrections[index === 2 ? 0 : 1] } : null,
  })) as typeof evidence.steps
  const signers = [{ ...carl, name: 'Carl Crooke', email: 'carl@example.com' }, other]
  const told = (locale: ReaderLocale) => steps.map((step) => sentenceOf(step, { ...evidence, signers, steps }, locale))

  it('each act is told of the person who did it, and the correction says what it changed', () => {
    expect(told('en')).toEqual([
      'Bob Van Builder was asked to sign.',
      'A code was sent to Bob Van Builder at b•••@example.com.',
      'Lease office corrected the signer Bob Van Builder: name “Carl Crook” instead of “Bob Van Builder”, e-mail c•••@example.com instead of b•••@example.com, and authentication “Personal link” instead of “Code by e-mail”.',
      'Carl Crook opened the document.',
      'Lease office corrected the signer Carl Crook: name “Carl Crooke” instead of “Carl Crook”, another telephone number, and another language.',
      'Carl Crooke signed the document.',
    ])
  })

  it('the methods are named in the language of the evidence', () => {
    expect(told('fr')[2]).toContain(
      'authentification «\u00a0Lien personnel\u00a0» au lieu de «\u00a0Code par e-mail\u00a0»',
    )
  })
})
