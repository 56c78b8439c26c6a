import { isCidr } from '../../shared/http/client-address.ts'

/** `-c timestampAuthorityUrl=…`. Many authorities offer HTTP alone; `infra/README.md` says what of their answers is verified. */
export function timestampAuthorityUrl(setting: string | undefined): string | undefined {
  if (!setting) return undefined
  if (!isWebAddress(setting, ['http:', 'https:']))
    throw new Error('-c timestampAuthorityUrl=… must be a web address, such as http://timestamp.example.com')
  return setting
}

/** `-c trustedProxies=…,…`. A range that nobody can read would be no proxy, and everybody would have the proxy's address. */
export function trustedProxies(setting: string | undefined): string | undefined {
  if (!setting) return undefined
  for (const range of setting.split(','))
    if (!isCidr(range))
      throw new Error(
        `-c trustedProxies=… must be addresses or ranges with commas between them and no spaces, such as 10.0.0.0/8,192.0.2.7; ${range || 'an empty one'} is none`,
      )
  return setting
}

/** `-c cscProviders=…,…`: connections of live organizations hand their secrets to these addresses. */
export function cscProviders(setting: string | undefined, isLocal: boolean): string | undefined {
  if (!setting) return undefined
  for (const address of setting.split(','))
    if (!isWebAddress(address.trim(), isLocal ? ['http:', 'https:'] : ['https:']))
      throw new Error(
        `-c cscProviders=… must be HTTPS addresses, such as https://rqes.example.com/csc/v2; ${address || 'an empty one'} is none`,
      )
  return setting
}

/** `-c ar24Url=…`: items, and the secrets of their connections, go there. */
export function ar24Url(setting: string | undefined, isLocal: boolean): string | undefined {
  if (setting && !isWebAddress(setting, isLocal ? ['http:', 'https:'] : ['https:']))
    throw new Error('-c ar24Url=… must be an HTTPS address, such as https://app.ar24.fr/api')
  return setting
}

/** An HTTPS address, or one on this machine. */
export function isSecureAddress(text: string): boolean {
  const isOnThisMachine = ['localhost', '127.0.0.1'].includes(URL.parse(text)?.hostname ?? '')
  return isWebAddress(text, isOnThisMachine ? ['http:', 'https:'] : ['https:'])
}

/** A web address without a user name, a fragment or spaces: a request cannot send these, or sends them by mistake. */
function isWebAddress(text: string, protocols: readonly string[]): boolean {
  const url = URL.parse(text)
  return url !== null && protocols.includes(url.protocol) && url.username === '' && url.hash === '' && !/\s/.test(text)
}
