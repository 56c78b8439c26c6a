import type { EmailDependencies } from '../../../shared/mail/email-dependencies.ts'
import { renderEmail } from '../../../shared/mail/layout/render-email.ts'
import type { MailContent } from '../../../shared/mail/mailer.ts'
import { sendAll } from '../../../shared/mail/send-all.ts'
import { sendMail } from '../../../shared/mail/send-mail.ts'
import { plainBrand } from '../../../shared/pages/brand.ts'
import { dateInWords, localeOf } from '../../../shared/platform/locale.ts'
import { readTestMode } from '../../../shared/store/test-mode.ts'
import { twinIdOf } from '../../../shared/store/twin-ids.ts'
import { purgeTimeMs } from '../model/test-mode/test-mode-changes.ts'
import { type Administrator, administratorsOf } from './administrators.ts'
import { messages } from './messages/catalog.ts'
import { organizationName } from './organization-name.ts'

/**
 * Warns the administrators of an organization that its test organization is purged: each of them once, however often the
 * event comes. Nobody is warned once somebody has written in it again.
 */
export async function writeTestModeEmail(
  dependencies: Pick<EmailDependencies, 'table' | 'clock' | 'ids' | 'mailer' | 'pageUrl'>,
  { orgId, purgeAt }: { readonly orgId: string; readonly purgeAt: string },
  cause: string,
): Promise<void> {
  const { table } = dependencies
  const standing = await readTestMode(table, orgId)
  if (standing?.testMode.status !== 'ready') return
  if (purgeTimeMs(standing.testMode, standing.lastActivityAt) > Date.parse(purgeAt)) return
  const [organization, administrators] = await Promise.all([
    organizationName(table, orgId),
    administratorsOf(table, orgId, 'test_mode.manage'),
  ])
  const consoleUrl = `${dependencies.pageUrl}/console#/o/${orgId}/test-mode`
  const resource = { type: 'organization', id: twinIdOf(orgId) }
  const reference = { orgId, livemode: true, resource, recipientId: null }
  await sendAll(
    administrators.map((administrator) => () => {
      const order = { cause, recipient: administrator.email, kind: 'test_mode_purge', reference, budget: null }
      return sendMail(dependencies, order, () => contentFor(administrator, { organization, purgeAt, consoleUrl }))
    }),
  )
}

function contentFor(
  { firstName, locale: spoken }: Administrator,
  { purgeAt, ...told }: { readonly organization: string; readonly purgeAt: string; readonly consoleUrl: string },
): MailContent {
  const locale = localeOf(spoken)
  const says = messages[locale].testModePurge({ firstName, ...told, purge: dateInWords(purgeAt, locale) })
  const { subject, preheader, heading, paragraphs, smallPrint, button } = says
  return {
    subject: `[TEST] ${subject}`,
    fromName: 'Sealpost',
    ...renderEmail({
      locale,
      brand: plainBrand(told.organization),
      preheader,
      heading,
      paragraphs,
      button,
      smallPrint,
    }),
  }
}
