import { expect, it } from 'vitest'
import { mailTold, type SignerMailNews } from '../../../functions/signature/model/signing-transitions.ts'
import { cause, sampleRequest, uuid } from './sample-request.ts'

type News = readonly [mail: number, status: SignerMailNews['status'], minute: number, version: number]

/** What a request knows after news of mails to its first signer, in the order in which they come. */
function after(...news: readonly News[]) {
  return afterThose(news, true)
}

function afterThose(news: readonly News[], wasTaken: boolean) {
  const steps: string[] = []
  const events: string[] = []
  let record = sampleRequest()
  for (const [mail, status, minute, version] of news) {
    const [signer] = record.signers
    if (!signer) throw new Error('the request has a signer')
    const at = `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`
    const told = { mailId: uuid(mail), kind: 'signature_reminder', status, failure: null, wasTaken, at, version }
    const change = mailTold(record, signer, told, cause)
    steps.push(...(change?.steps ?? []).map(({ type }) => `${mail} ${type}`))
    events.push(...(change?.events ?? []).map(({ type }) => type))
    record = { ...record, ...change?.after }
  }
  return { delivery: record.signers[0]?.emailDelivery, steps, events }
}

it('news of a mail that comes after news of a newer one is a step, and says nothing of the newer one', () => {
  expect(after([2, 'sent', 2, 1], [1, 'sent', 1, 1])).toEqual({
    delivery: 'sent',
    steps: ['2 email_sent', '1 email_sent'],
    events: [],
  })
  expect(after([2, 'delivered', 2, 2], [1, 'sent', 1, 1]).delivery).toBe('delivered')
})

it('news that comes twice, or after what followed it, is known', () => {
  expect(after([1, 'sent', 1, 1], [1, 'delivered', 2, 2], [1, 'sent', 1, 1], [1, 'delivered', 2, 2]).steps).toEqual([
    '1 email_sent',
    '1 email_delivered',
  ])
})

it('a bounce is reported, even if its news comes late, unless a newer e-mail was delivered', () => {
  const bounced: News = [1, 'bounced', 1, 2]
  expect(after(bounced).events).toEqual(['signature.delivery_failed'])
  expect(after([2, 'sent', 2, 1], bounced)).toMatchObject({ delivery: 'sent', events: ['signature.delivery_failed'] })
  expect(after([2, 'delivered', 3, 2], bounced)).toMatchObject({ delivery: 'delivered', events: [] })
})

it('an e-mail whose delivery is heard of first was sent, whether news of that comes late, twice or never', () => {
  const steps = ['1 email_sent', '1 email_delivered']
  expect(after([1, 'delivered', 2, 3]).steps).toEqual(steps)
  expect(after([1, 'delivered', 2, 3], [1, 'sent', 1, 2], [1, 'delivered', 2, 3])).toEqual({
    delivery: 'delivered',
    steps,
    events: [],
  })
  expect(after([1, 'bounced', 2, 3]).steps).toEqual(['1 email_sent', '1 email_bounced'])
})

it('an e-mail that the mail service did not take was not sent', () => {
  expect(afterThose([[1, 'bounced', 1, 2]], false).steps).toEqual(['1 email_bounced'])
})

it('an e-mail is not said to be sent once more when many others were sent since', () => {
  const others = Array.from({ length: 12 }, (_, index): News => [index + 2, 'sent', index + 2, 1])
  const { steps } = after([1, 'sent', 1, 1], ...others, [1, 'complained', 30, 2])
  expect(steps.filter((step) => step === '1 email_sent')).toEqual(['1 email_sent'])
})
