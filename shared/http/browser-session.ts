import { hash, randomBytes } from 'node:crypto'

const cookieName = 'link-session'
const secretPattern = /^[A-Za-z0-9_-]{43}$/

/** A browser, which keeps a secret of 256 bits in a cookie. */
export interface Session {
  readonly secret: string
  readonly sha256: string
  /** It had no secret yet, and is to be given this one. */
  readonly isNew: boolean
}

/** The session that a request's cookie names, or a new one. */
export function sessionOf(cookies: string | undefined, newSecret = randomSecret): Session {
  const known = cookies
    ?.split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)
  const secret = known !== undefined && secretPattern.test(known) ? known : newSecret()
  return { secret, sha256: hash('sha256', secret, 'hex'), isNew: secret !== known }
}

/**
 * Has a browser that is new keep its secret, for one link and until it is closed. `page` is the path of the link's page, such as `/sign/token`. `Lax`, since a link in a mail is opened from
 * another site: `Strict` would hide the cookie from just that request, and a browser that comes back would be another one.
 * What changes something is asked for by POST, which other sites cannot send the cookie with.
 */
export function cookieHeaders(
  { secret, isNew }: Session,
  { baseUrl, page, isFramed }: { readonly baseUrl: string; readonly page: string; readonly isFramed: boolean },
): Record<string, string> {
  if (!isNew) return {}
  const { pathname, protocol } = new URL(baseUrl)
  const path = `${pathname.replace(/\/$/, '')}${page}`
  const where = protocol !== 'https:' ? 'SameSite=Lax' : isFramed ? inFrames : 'SameSite=Lax; Secure'
  return { 'Set-Cookie': `${cookieName}=${secret}; Path=${path}; HttpOnly; ${where}` }
}

/** In another site's frame a browser keeps no other cookies; they are kept apart for each site that frames the page. */
const inFrames = 'SameSite=None; Secure; Partitioned'

function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}
