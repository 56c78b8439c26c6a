import { describe, expect, it } from 'vitest'
import { put } from '../../../infra/local/tenant.ts'
import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { readTestMode, testModes } from '../../../shared/store/test-mode.ts'
import { contactOf } from '../../support/contacts.ts'
import { messagesTo } from '../../support/emails.ts'
import { auditLogOf, runSweep } from '../../support/inspection.ts'
import { inboxOf } from '../../support/mail.ts'
import { past } from '../../support/signature.ts'
import { personAt } from '../../support/structure.ts'
import { table } from '../../support/tenant.ts'
import { getTestMode, type LiveHome, liveWithTestMode, steps } from '../../support/test-mode.ts'
import { until } from '../../support/until.ts'

/** A test mode that was enabled so many days ago, and which the sweep looks at next. */
async function enabledDaysAgo({ org }: LiveHome, days: number): Promise<void> {
  const standing = await readTestMode(table(), org.id)
  if (!standing) throw new Error('test mode is off')
  const enabledAt = timestamp(Date.now() - days * dayMs)
  // A step that is being taken does not undo this: it finds another version.
  const version = standing.testMode.version + 1
  await put(table(), testModes, { ...standing.testMode, enabledAt, dueAt: past, version })
  await runSweep()
}

const emailOf = ({ owner }: LiveHome) => owner.account.email ?? ''
const purgeMail = ({ subject }: { readonly subject: string }) => subject.includes('will be deleted')

describe.concurrent('a test organization in which nobody writes', () => {
  it('has its administrators warned after 76 and 83 days, and is purged after 90', async () => {
    const { live } = await liveWithTestMode()
    await steps(live)
    const [owner, admin] = [emailOf(live), (await personAt(live, live.org, 'admin')).email]
    const others = [
      (await personAt(live, live.org, 'manager')).email,
      (await personAt(live, live.entity, 'admin')).email,
    ]

    await enabledDaysAgo(live, 75.9)
    await steps(live)
    await enabledDaysAgo(live, 76.1)
    for (const each of [owner, admin]) {
      const [mail] = await messagesTo(each, 1)
      expect(mail).toMatchObject({ subject: '[TEST] The test organization of Test organization will be deleted' })
    }
    // The first look, a little before, brought nothing.
    expect((await inboxOf(owner)).filter(purgeMail)).toHaveLength(1)
    const { body } = await getTestMode(live)
    expect(Math.round((Date.parse(body.purgeAt) - Date.now()) / dayMs)).toBe(14)

    await enabledDaysAgo(live, 83.1)
    for (const each of [owner, admin]) expect((await messagesTo(each, 2)).filter(purgeMail)).toHaveLength(2)

    await enabledDaysAgo(live, 90.1)
    await until('the purge', async () => (await getTestMode(live)).body.status === 'purging')
    expect((await auditLogOf(live.org.id)).map(({ action }) => action)).toContain('test_mode.disabled')
    expect((await inboxOf(owner)).filter(purgeMail)).toHaveLength(2)
    for (const each of others) expect(await inboxOf(each)).toEqual([])
  })

  it('is not, once somebody writes in it again', async () => {
    const { live, test } = await liveWithTestMode()
    await steps(live)
    await contactOf(test)
    const { lastActivityAt } = (await getTestMode(live)).body
    expect(Date.now() - Date.parse(lastActivityAt)).toBeLessThan(5 * 60_000)
    await enabledDaysAgo(live, 91)
    await steps(live)
    expect((await getTestMode(live)).body).toMatchObject({ status: 'ready' })
    expect((await inboxOf(emailOf(live))).filter(purgeMail)).toEqual([])
  })
})
