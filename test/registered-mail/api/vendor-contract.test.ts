import { describe, expect, it } from 'vitest'
import { readItem } from '../../../functions/registered-mail/model/change-item.ts'
import { sha256Of } from '../../../shared/store/documents.ts'
import { ar24Sender, connectAr24, settleItemAgain, stateOfAr24, toAr24 } from '../../support/ar24.ts'
import { type Answer, call, demand, download } from '../../support/client.ts'
import { invoke, queued } from '../../support/inspection.ts'
import { storedItem } from '../../support/native-mails.ts'
import {
  draftOf,
  itemPath,
  mailPath,
  mailWith,
  readMail,
  recipient,
  sendMail,
  simulate,
} from '../../support/registered-mails.ts'
import { postSender, verifiedSender } from '../../support/sender-accounts.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

type Mail = Answer['body']

/** What the suite needs to know of a vendor of registered mail. */
interface Adapter {
  readonly vendor: string
  readonly type: 'simple' | 'qualified'
  /** A sender account that mails can be sent from, and what moves the first item of a mail. */
  readonly prepare: (of: Tenant) => Promise<{
    readonly senderAccountId: string
    readonly move: (mail: Mail, to: 'sent' | 'deposited' | 'delivered') => Promise<void>
  }>
  /** The message that has the item handed over comes again. */
  readonly handOverAgain: (mailId: string, itemId: string) => Promise<unknown>
}

const itemDue = (mailId: string, itemId: string) =>
  invoke('registered-mail-jobs', queued('registered_mail.item_due', { mailId, itemId, attempt: 1 }))

function simulatedMoves(of: Tenant) {
  return async (mail: Mail, to: string) => {
    const answer = await simulate(of, mail, '/progress', { to })
    // The simulated vendor may have got there by itself.
    if (answer.status !== 200) await mailWith(of, mail.id, [to])
  }
}

const adapters: readonly Adapter[] = [
  {
    vendor: 'simulated',
    type: 'qualified',
    prepare: async (of) => ({
      senderAccountId: (await verifiedSender(of, { vendor: 'simulated' })).id,
      move: simulatedMoves(of),
    }),
    handOverAgain: itemDue,
  },
  {
    vendor: 'native',
    type: 'simple',
    prepare: async (of) => ({
      senderAccountId: (await verifiedSender(of, { vendor: 'native' })).id,
      move: simulatedMoves(of),
    }),
    handOverAgain: itemDue,
  },
  {
    vendor: 'ar24',
    type: 'qualified',
    prepare: async (of) => {
      const at = await connectAr24(of)
      const states = { sent: 'dp', deposited: 'ev', delivered: 'ar' } as const
      const { id: senderAccountId } = await ar24Sender(of, at)
      return {
        senderAccountId,
        move: async ({ items: [item] }, to) => {
          await until('the mail at AR24', async () => (await stateOfAr24(at.token)).mails.length === 1)
          await toAr24(at.token, 'act', { to: item.email, state: states[to] })
        },
      }
    },
    handOverAgain: settleItemAgain,
  },
]

describe.concurrent.each(adapters)(
  'the vendor $vendor of registered mail',
  ({ vendor, type, prepare, handOverAgain }) => {
    it('keeps the contract of adapters', async () => {
      const of = await tenant()
      const { senderAccountId, move } = await prepare(of)
      const options = await call('GET', mailPath(`options?entityId=${of.entity.id}`), { token: of.token })
      const offered = options.body.vendors.find(({ key }: Mail) => key === vendor)
      expect(offered).toMatchObject({ status: 'available', types: expect.arrayContaining([type]) })

      const draft = await draftOf(of, { type, senderAccountId, recipients: [recipient()] })
      demand(await sendMail(of, draft.id), 200)
      const itemId = draft.recipients[0].id
      const item = await until('the item', async () => {
        const stored = await readItem(table(), { mailId: draft.id, itemId })
        return stored !== null && stored.submittedAt !== null && (await readMail(of, draft.id)).body
      })
      const before = await storedItem({ mailId: draft.id, id: itemId })
      // A message that comes again hands nothing over again.
      expect(await handOverAgain(draft.id, itemId)).toEqual({ batchItemFailures: [] })
      expect((await storedItem({ mailId: draft.id, id: itemId })).submittedAt).toBe(before.submittedAt)

      for (const to of ['sent', 'deposited', 'delivered'] as const) {
        await move(item, to)
        await until(to, async () =>
          (await readMail(of, draft.id)).body.items[0].timeline.some(({ status }: Mail) => status === to),
        )
      }
      const proved = await until('the proofs', async () => {
        const [found] = (await readMail(of, draft.id)).body.items
        return ['content', 'deposit', 'delivery'].every((kind) => found.proofs[kind].available) && found
      })
      expect(proved.timeline.map(({ status }: Mail) => status)).toEqual(['sending', 'sent', 'deposited', 'delivered'])
      for (const kind of ['content', 'deposit', 'delivery']) {
        const { bytes } = await download(itemPath(item, `/proofs/${kind}`), of.token)
        expect(sha256Of(bytes)).toBe(proved.proofs[kind].sha256)
      }
    })

    it('makes its accounts once', async () => {
      const of = await tenant()
      if (vendor === 'ar24') await connectAr24(of)
      const address = { line1: '1 rue de Rivoli', postalCode: '75001', city: 'Paris' }
      const email = `office-${crypto.randomUUID()}@example.com`
      const [first, second] = [
        await postSender(of, { vendor, email, address }),
        await postSender(of, { vendor, email, address }),
      ]
      expect(first).toMatchObject({
        status: 201,
        body: { vendor, status: 'pending', types: expect.arrayContaining([type]) },
      })
      expect(second.body.error.code).toBe('sender_account_exists')
    })
  },
)
