import { hostFault } from './public-host.ts'

const maxUrlCharacters = 2000

/** Settings of an installation. */
export interface TargetRules {
  /** Whether receivers on this machine may be named, as in the local cloud. */
  readonly isLocalAllowed: boolean
}

/**
 * What is wrong with the form of a subscription's URL, as a sentence that says what to do, or null. Where its host leads is
 * another question: `resolveTarget`.
 */
export function targetFault(url: string, rules: TargetRules): string | null {
  return formFault(url) ?? (isLocalTarget(url, rules) ? null : (schemeFault(url) ?? hostFault(new URL(url).hostname)))
}

/** Whether a URL names this machine in the plainest way, and may. */
export function isLocalTarget(url: string, { isLocalAllowed }: TargetRules): boolean {
  return isLocalAllowed && /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?([/?]|$)/i.test(url)
}

/** The parser drops or mends several of these; what is stored is to be what is asked for. */
function formFault(url: string): string | null {
  if (url.length > maxUrlCharacters) return `Send a URL of at most ${maxUrlCharacters} characters.`
  if (/[\s\p{Cc}\\]/u.test(url)) return 'Send a URL without spaces, line breaks and backslashes.'
  if (url.includes('#')) return 'Send a URL without a fragment (#…).'
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(url) || !URL.canParse(url)) return 'Send a complete URL: https://host/path.'
  const [, authority = ''] = /^[^/]*\/\/([^/?]*)/.exec(url) ?? []
  if (authority.includes('@'))
    return 'Send a URL without a user name or password. The service signs its requests instead.'
  return null
}

function schemeFault(url: string): string | null {
  return new URL(url).protocol === 'https:' ? null : 'Send a URL that starts with https://.'
}
