import { describe, expect, it } from 'vitest'
import { mailFailures } from '../../../events/mail-delivery.ts'
import { detailText } from '../../../functions/registered-mail/proofs/step-texts.ts'

describe('the detail of a step in a proof', () => {
  it.for(mailFailures)('says in French and English why an e-mail did not arrive: %s', (reason) => {
    expect(detailText({ detail: { mailId: 'm', reason } })).toMatch(/motif · reason: .+ · .+/)
  })

  it('has the reason of a recipient as they wrote it', () => {
    expect(detailText({ detail: { reason: 'refused' } })).toBe('motif · reason: refused')
  })
})
