import { hash } from 'node:crypto'
import { equalInConstantTime } from '../platform/constant-time.ts'
import { optionalEnvironment } from '../platform/environment.ts'
import type { Incoming } from './incoming.ts'

/** The field of the form that carries its secret. */
export const secretField = 'secret'

/** The pages of personal links that have forms. */
type FormPage = 'invitation' | 'registered mail' | 'sender account'

/** The secret in the forms of a link's page: a request without it does not come from that page. */
export function formSecretOf(page: FormPage, token: string): string {
  return hash('sha256', `${page} form/${token}`, 'base64url')
}

/** The fields of a form of the link's own page, sent from that page; null for any other request. */
export function ownForm(incoming: Incoming, page: FormPage, token: string): URLSearchParams | null {
  const { headers, body } = incoming
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return null
  const fields = new URLSearchParams(body.toString('utf8'))
  const secret = fields.get(secretField) ?? ''
  return equalInConstantTime(secret, formSecretOf(page, token)) && isFromOwnPage(incoming) ? fields : null
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
