import { expect, it } from 'vitest'
import { playItem } from '../../../functions/registered-mail/jobs/play-item.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { demand } from '../../support/client.ts'
import { eventsOfMail, listMails, mailWith, readMail, sentTo, simulate } from '../../support/registered-mails.ts'
import { table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

const outcomes = ['delivered', 'refused', 'neglected', 'bounced'] as const
/** Fifty of them end while functions are killed in the fault tests; here each acts over HTTP. */
const count = 12

it('recipients who act at once each get one final status and one event, and counts equal the items', async () => {
  const home = await tenant()
  const { id } = await sentTo(home, Array<string>(count).fill(''))
  const mail = await mailWith(home, id, Array<string>(count).fill('deposited'))
  const wanted = Array.from({ length: count }, (_, index) => outcomes[index % outcomes.length] ?? 'delivered')
  const platform = { table: table(), clock: Date.now, ids: systemIds }
  await Promise.all(
    mail.items.map(async (item: { id: string }, index: number) => {
      const to = wanted[index]
      // A late message of the vendor comes beside the recipient, and each recipient acts twice.
      const [first] = await Promise.all([
        simulate(home, { id, items: [item] }, '/progress', { to }),
        playItem(platform, { mailId: id, itemId: item.id, attempt: 1, from: 'sent' }),
      ])
      demand(first, 200)
      expect((await simulate(home, { id, items: [item] }, '/progress', { to: 'delivered' })).status).toBe(422)
    }),
  )

  const { body } = await readMail(home, id)
  expect(body.items.map(({ status }: { status: string }) => status)).toEqual(wanted)
  const reasons = body.items.map((item: { failureReason: { code: string } | null }) => item.failureReason?.code ?? null)
  expect(reasons).toEqual(wanted.map((status) => (status === 'bounced' ? 'simulated' : null)))
  const ofStatus = (status: string) => wanted.filter((each) => each === status).length
  const counts = Object.fromEntries(outcomes.map((status) => [status, ofStatus(status)]))
  expect(body).toMatchObject({ status: 'partially_failed', progress: { total: count, deposited: 0, ...counts } })
  const [listed] = await until('the list follows the items', async () => {
    const { results } = (await listMails(home, { status: 'partially_failed' })).body
    return results.length === 1 && results
  })
  expect(listed.progress).toEqual(body.progress)
  const isFinal = (event: { detail: { data: Record<string, unknown> } }) =>
    outcomes.some((status) => status === event.detail.data.status)
  const finals = await until('an event of each item', async () => {
    const found = (await eventsOfMail(id)).filter(isFinal)
    return found.length >= count && found
  })
  expect(finals).toHaveLength(count)
  expect(new Set(finals.map(({ detail }) => detail.data.itemId)).size).toBe(count)
}, 120_000)
