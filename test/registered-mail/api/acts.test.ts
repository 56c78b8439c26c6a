import { describe, expect, it } from 'vitest'
import { flawsOfActs } from '../../../functions/registered-mail/model/acts.ts'
import { contents } from '../../../functions/registered-mail/model/content.ts'
import type { Item } from '../../../functions/registered-mail/model/item.ts'
import { type Step, steps as storedSteps } from '../../../functions/registered-mail/model/steps.ts'
import { provableSteps } from '../../../functions/registered-mail/proofs/provable-steps.ts'
import { put } from '../../../infra/local/tenant.ts'
import { kmsVerifyActMac } from '../../../shared/personal-links/act-mac.ts'
import { cloud } from '../../support/cloud.ts'
import { confirmMailbox, LinkVisitor } from '../../support/link-pages.ts'
import { notifiedItem, recipientPathOf, stepsOfItem, storedItem } from '../../support/native-mails.ts'
import { kms, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

const live = { livemode: true }
const verify = () => kmsVerifyActMac(kms(), cloud().resources.MailActsKeys ?? '')

/** A live item that its recipient accepted on the page, with its steps. */
async function accepted(): Promise<{ item: Item; steps: Step[] }> {
  const notified = await notifiedItem(await tenant({ livemode: true }))
  const visitor = new LinkVisitor(`${cloud().baseUrl}${await recipientPathOf(notified)}`)
  await confirmMailbox(visitor, notified.email)
  await visitor.press('accept')
  return { item: await storedItem(notified), steps: await stepsOfItem(notified) }
}

/** The steps with one of them changed. */
function changed(steps: readonly Step[], type: Step['type'], fields: Partial<Step>): Step[] {
  return steps.map((step) => (step.type === type ? { ...step, ...fields } : step))
}

describe.concurrent('what a recipient did on the page', () => {
  it('is authenticated by the page, and proved', async () => {
    const { item, steps } = await accepted()
    expect(steps.filter(({ mac }) => mac !== undefined).map(({ type }) => type)).toEqual([
      'otp_verified',
      'delivered',
      'displayed',
    ])
    expect(await flawsOfActs(item, { livemode: true, steps }, verify())).toEqual([])
    await until('the proof of delivery', async () => (await storedItem(item)).proofs.delivery !== null)
  })

  it('is nothing that others can record, or take from another item', async () => {
    const [{ item, steps }, other] = await Promise.all([accepted(), accepted()])
    const macOf = (of: readonly Step[]) => of.find(({ type }) => type === 'delivered')?.mac
    const notRecorded = expect.stringContaining('(delivered) was not recorded by the page of the recipient')
    for (const mac of [undefined, '1:AAAA', '9:AAAA', macOf(other.steps)])
      expect(
        await flawsOfActs(item, { livemode: true, steps: changed(steps, 'delivered', { mac }) }, verify()),
      ).toEqual([notRecorded])
    const withoutCode = steps.filter(({ type }) => type !== 'otp_verified')
    expect(await flawsOfActs(item, { livemode: true, steps: withoutCode }, verify())).toEqual([
      expect.stringContaining('no code was proved'),
    ])
    // Shown as they are masked, both would be the same address.
    const elsewhere = { ...item, email: item.email.replace(/^(.).*@/, '$1other@') }
    const flaws = await flawsOfActs(elsewhere, { livemode: true, steps }, verify())
    expect(flaws).toEqual([expect.stringContaining('went to another address')])
  })

  it('without a right MAC becomes no proof', async () => {
    const { item, steps } = await accepted()
    expect(await provableSteps(table(), { mail: live, item }, verify())).toHaveLength(item.chain.length)
    for (const step of changed(steps, 'delivered', { mac: '1:AAAA' })) await put(table(), storedSteps, step)
    await expect(provableSteps(table(), { mail: live, item }, verify())).rejects.toThrow('not authentic')
    const asTest = { mail: live, item: { ...item, livemode: false } }
    await expect(provableSteps(table(), asTest, verify())).rejects.toThrow('not both live')
  })

  it('is about the letter that was sent: another one is neither shown nor proved', async () => {
    const notified = await notifiedItem(await tenant({ livemode: true }))
    const visitor = new LinkVisitor(`${cloud().baseUrl}${await recipientPathOf(notified)}`)
    await confirmMailbox(visitor, notified.email)
    await put(table(), contents, { mailId: notified.mailId, html: '<p>Another letter.</p>' })
    const answer = await visitor.press('accept')
    expect(answer.status).toBe(500)
    expect((await storedItem(notified)).status).toBe('deposited')
    expect(answer.text).not.toContain('Another letter')
  })

  it('may be simulated in test organizations alone', async () => {
    const item = { status: 'delivered' as const, email: 'jane@example.com' }
    const flaws = async (livemode: boolean) => await flawsOfActs(item, { livemode, steps: [] }, verify())
    expect(await flaws(false)).toEqual([])
    expect(await flaws(true)).toEqual(['there is no step delivered'])
  })
})
