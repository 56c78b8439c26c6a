import { hash } from 'node:crypto'
import type { Incoming } from '../../../shared/http/incoming.ts'
import { equalInConstantTime } from '../../../shared/platform/constant-time.ts'
import { optionalEnvironment } from '../../../shared/platform/environment.ts'

/** The field of the form that carries its secret. */
export const secretField = 'secret'

/** The secret in the form of an invitation's page: a request without it does not come from that page. */
export function formSecretOf(token: string): string {
  return hash('sha256', `invitation form/${token}`, 'base64url')
}

/** Whether a request is the form of the invitation's own page, sent from that page. */
export function isOwnForm(incoming: Incoming, token: string): boolean {
  const { headers, body } = incoming
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return false
  const secret = new URLSearchParams(body.toString('utf8')).get(secretField) ?? ''
  return equalInConstantTime(secret, formSecretOf(token)) && isFromOwnPage(incoming)
}

/**
 * Browsers say where a form comes from, and pages cannot change it: `Sec-Fetch-Site` today, `Origin` in older ones. Behind a
 * domain of its own the page has another origin than the API.
 */
function isFromOwnPage({ headers, baseUrl }: Incoming): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  const own = [baseUrl, optionalEnvironment('PAGE_URL') ?? baseUrl].map((url) => new URL(url).origin)
  return origin === undefined || own.includes(origin)
}
