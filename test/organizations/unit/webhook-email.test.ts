import { describe, expect, it, test } from 'vitest'
import { webhookEmailKinds } from '../../../events/internal.ts'
import type { Failure } from '../../../functions/organizations/emails/latest-failure.ts'
import { type WebhookTold, webhookEmail } from '../../../functions/organizations/emails/webhook-email.ts'
import { deliveryErrors } from '../../../functions/webhooks/model/delivery.ts'
import type { Health } from '../../../functions/webhooks/model/health.ts'
import type { Webhook } from '../../../functions/webhooks/model/webhook.ts'
import { locales } from '../../../shared/platform/locale.ts'

const orgId = '019a3f00-0000-7000-8000-000000000001'
const webhook: Webhook = {
  id: '019a3f00-0000-7000-8000-000000000002',
  orgId,
  applicationId: null,
  providerId: orgId,
  livemode: true,
  url: 'https://hooks.example.com/sealpost',
  description: 'Accounting',
  readPermissions: null,
  events: ['*'],
  status: 'enabled',
  disabledReason: null,
  disabledAt: null,
  secrets: [],
  secretHint: 'abcd',
  gaps: [],
  version: 1,
  secretRotatedAt: '2026-01-01T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  createdBy: null,
}
const health: Health = {
  consecutiveFailures: 5,
  lastSuccessAt: '2026-03-01T14:00:00.000Z',
  lastFailureAt: '2026-03-02T09:30:00.000Z',
  isWarned: true,
  movedAt: null,
  slowUntilMs: 0,
}
const failure: Failure = { error: 'http_status', responseCode: 503 }
const jane = { firstName: 'Jane', locale: 'en-GB' }

function told(change: Partial<Webhook> = {}, more: Partial<WebhookTold> = {}): WebhookTold {
  const subscription = { webhook: { ...webhook, ...change }, health }
  return { subscription, organization: 'Acme', failure, pageUrl: 'https://app.example.com', ...more }
}

describe('a letter about a webhook', () => {
  it('says which one it is, since when it fails, how, and what happens next', () => {
    const { subject, text } = webhookEmail('failing', jane, told())
    expect(subject).toBe('A webhook of Acme keeps failing')
    for (const said of [
      'Hello Jane,',
      '5 attempts in a row have failed',
      'Address: https://hooks.example.com/sealpost',
      'Description: “Accounting”',
      'got the status 503',
      'up to 9 times within about 23 hours',
      'After 15 failed attempts in a row',
    ])
      expect(text).toContain(said)
    // How a date is written is known to ICU, whose editions differ in a comma.
    expect(text).toMatch(/Last failure: Monday,? 2 March 2026 at 09:30 UTC\./)
    expect(text).toMatch(/Last event received: Sunday,? 1 March 2026 at 14:00 UTC\./)
  })

  it('says how a disabled one is enabled, and how it gets what happened meanwhile', () => {
    const { subject, text } = webhookEmail('disabled', { firstName: null, locale: 'fr' }, told({ livemode: false }))
    expect(subject).toBe('[TEST] Un webhook d’Acme a été désactivé')
    expect(text).toContain('Bonjour,')
    expect(text).toContain(`https://app.example.com/console#/o/${orgId}/webhooks/${webhook.id}`)
    expect(text).not.toContain('/v1/')
    expect(text).toContain('organisation de test')
  })

  it('leaves out what is not known', () => {
    const never = { ...health, lastSuccessAt: null, lastFailureAt: null }
    const subscription = { webhook: { ...webhook, description: null }, health: never }
    const { text } = webhookEmail('failing', jane, told({}, { subscription, failure: null }))
    expect(text).toContain('It has not received any event yet.')
    expect(text).not.toMatch(/null|undefined|Description|last failure|last attempt/)
  })

  it('tells no query of an address, which may be a secret, and no address without end', () => {
    const { text, html } = webhookEmail('failing', jane, told({ url: 'https://hooks.example.com/in?token=s3cret' }))
    expect(text).toContain('Address: https://hooks.example.com/in?…')
    expect(`${text}${html}`).not.toContain('s3cret')
    const long = webhookEmail('failing', jane, told({ url: `https://hooks.example.com/${'a'.repeat(1_900)}` }))
    expect(long.text).not.toContain('a'.repeat(400))
  })

  it('lets neither an address nor a description nor a name become markup, another line or another direction', () => {
    const hostile = '</p><script>alert(1)</script><img src=x onerror=alert(1)>\r\nDear customer\u202e, "pay" \u2028now'
    const change = { url: `https://hooks.example.com/<script>?"><b>`, description: hostile }
    for (const emailKind of webhookEmailKinds) {
      const { html, text, subject } = webhookEmail(
        emailKind,
        { ...jane, firstName: hostile },
        told(change, { organization: hostile }),
      )
      expect(html).not.toMatch(/<script|<img|<b>/)
      expect(text).not.toMatch(/^Dear customer/m)
      // What the subject holds of it is made one line where mail is handed over.
      expect(subject).toContain(hostile)
      expect(`${html}${text}`).not.toMatch(/[\u202e\u2028]/)
    }
  })
})

test.each(locales.flatMap((locale) => deliveryErrors.map((error) => [locale, error] as const)))(
  'in %s there are plain words for %s',
  (locale, error) => {
    const responseCode = error === 'http_status' ? 500 : error === 'redirect' ? 302 : null
    const said = webhookEmail('failing', { ...jane, locale }, told({}, { failure: { error, responseCode } })).text
    const without = webhookEmail('failing', { ...jane, locale }, told({}, { failure: null })).text
    expect(said.split('\n\n')).toHaveLength(without.split('\n\n').length + 1)
    expect(said).not.toMatch(/null|_error|_status|_address/)
    if (responseCode !== null) expect(said).toContain(String(responseCode))
  },
)
