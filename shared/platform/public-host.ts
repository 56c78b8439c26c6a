import { isIP } from 'node:net'

/** Names that mean something on one machine or in one network only. */
const localNames = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
  'onion',
] as const

/**
 * What keeps a host name from being reached over the internet, as a sentence that says what to do, or null. `hostname` as the parser has it: in lower case, in ASCII, and every notation of an IPv4 address as four numbers.
 */
export function hostFault(hostname: string): string | null {
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return 'Send a host name. IP addresses are not accepted.'
  const labels = hostname.split('.')
  if (labels.at(-1) === '') return 'Remove the dot at the end of the host.'
  if (hostname.length > 253 || !labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label)))
    return 'Send a host name that DNS allows.'
  if (labels.length === 1 || localNames.some((name) => `.${hostname}`.endsWith(`.${name}`)))
    return 'Send a host that can be reached from the internet.'
  return null
}
