import { asLinkToken } from '../../../shared/personal-links/link-token.ts'
import { currentMac, type Mac, type MacKeys } from '../../../shared/personal-links/signing-secrets.ts'
import { dayMs } from '../../../shared/platform/clock.ts'
import { equalInConstantTime } from '../../../shared/platform/constant-time.ts'

/** The cookie of a browser in which a person has signed in. It grants nothing but that its requests for codes are not counted. */
export const knownBrowserCookie = '_known_browser'

/** As long as browsers keep a cookie. */
const knownForMs = 400 * dayMs

/** What a browser keeps after somebody has signed in with this e-mail, and until when. It begins with the number of its key. */
export async function markOfBrowser(
  macKeys: MacKeys,
  email: string,
  nowMs: number,
): Promise<{ readonly value: string; readonly untilMs: number }> {
  const untilMs = nowMs + knownForMs
  return { value: `${macKeys.current}-${await markUntil(currentMac(macKeys), email, String(untilMs))}`, untilMs }
}

/** Whether somebody has signed in with this e-mail in the browser that has this mark. */
export async function isMarkFor(
  macKeys: MacKeys,
  mark: string | undefined,
  email: string,
  nowMs: number,
): Promise<boolean> {
  const [, key, text, untilMs] = /^([1-9]\d{0,2})-((\d{13,15})-[\w-]+)$/.exec(mark ?? '') ?? []
  if (text === undefined || untilMs === undefined || nowMs >= Number(untilMs)) return false
  const mac = macKeys.under(Number(key))
  return mac !== null && equalInConstantTime(text, await markUntil(mac, email, untilMs))
}

async function markUntil(mac: Mac, email: string, untilMs: string): Promise<string> {
  return `${untilMs}-${asLinkToken(await mac(`known-browser/${email}/${untilMs}`))}`
}
