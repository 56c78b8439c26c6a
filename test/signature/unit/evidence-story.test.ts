import { expect, it } from 'vitest'
import { evidenceMessages } from '../../../functions/signature/sealing/evidence/messages/catalog.ts'
import { sentenceOf } from '../../../functions/signature/sealing/evidence/story.ts'
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
  expect(sentenceOf(step, evidence, evidenceMessages.en)).toContain(words)
})
