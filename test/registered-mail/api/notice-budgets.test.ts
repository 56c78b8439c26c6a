import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { budgetsOfAddress } from '../../../shared/mail/email-budget.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { windowKey } from '../../../shared/store/window-count.ts'
import { call, demand } from '../../support/client.ts'
import { messagesTo } from '../../support/emails.ts'
import { alterItem, notifiedItem } from '../../support/native-mails.ts'
import { expectRefused } from '../../support/refused.ts'
import { itemPath, readyOf, recipient, sendMail, storedSender } from '../../support/registered-mails.ts'
import { senderEmail } from '../../support/sender-accounts.ts'
import { table, tenant } from '../../support/tenant.ts'

/** All that an organization, or all together, may send to an address today. */
async function spend(email: string, orgId: string, isLegalNotice: boolean): Promise<void> {
  for (const budget of budgetsOfAddress({ orgId, email, isLegalNotice })) {
    const Item = { ...windowKey(budget, Date.now()), type: 'window_count', used: budget.limit }
    await table().client.send(new PutCommand({ TableName: table().name, Item }))
  }
}

describe('the budget of an address for legal notices', () => {
  it('is used up neither by other organizations nor by other e-mails', async () => {
    const [of, other] = [await tenant({ livemode: true }), await tenant({ livemode: true })]
    const to = recipient()
    const email = String(to.email)
    const { id: senderAccountId } = await storedSender(of, { vendor: 'native' })
    await spend(email, other.org.id, true)
    await spend(email, other.org.id, false)
    await spend(email, of.org.id, false)
    const { id } = await readyOf(of, { senderAccountId, recipients: [to] })
    demand(await sendMail(of, id), 200)
    await messagesTo(email, 1)
    await spend(email, of.org.id, true)
    const refused = await sendMail(of, (await readyOf(of, { senderAccountId, recipients: [to] })).id)
    expectRefused(refused, 'rate_limited')
    expect(refused.body.error.details).toMatchObject({ reason: 'recipient_email_budget', limit: 20 })
  })

  it('has to have room for the notice to a corrected address', async () => {
    const of = await tenant({ livemode: true })
    const email = senderEmail()
    const answer = {
      status: 'pending' as const,
      requestedAt: timestamp(Date.now()),
      answeredAt: null,
      answeredBy: null,
    }
    const update = { id: crypto.randomUUID(), ...answer, firstName: null, lastName: null, company: null, email }
    const item = await notifiedItem(of, { recipientUpdates: [update] })
    const path = itemPath({ id: item.mailId, items: [{ id: item.id }] }, `/recipient-updates/${update.id}`)
    await spend(email, of.org.id, true)
    expectRefused(await call('POST', path, { token: of.token, json: { accept: true } }), 'rate_limited')
    await alterItem(item, { recipientUpdates: [{ ...update, email: senderEmail() }] })
    demand(await call('POST', path, { token: of.token, json: { accept: true } }), 200)
  })
})
