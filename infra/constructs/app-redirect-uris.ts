/** Where the service's own app is answered, as `-c appRedirectUris=…,…` names it: by HTTPS, or on one's own machine. */
export function appRedirectUris(setting: string | undefined): string[] {
  const uris = (setting ?? '').split(',').filter((uri) => uri !== '')
  for (const uri of uris)
    if (!isUsable(uri)) throw new Error(`-c appRedirectUris=… must be HTTPS addresses; ${uri} is not`)
  return uris
}

/** Compared byte for byte: so nothing in it may be left to interpretation, and a space would end it. */
function isUsable(uri: string): boolean {
  const url = URL.parse(uri)
  if (!url || url.href !== uri || url.hash !== '' || url.username !== '') return false
  const isLocal = url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
  return url.protocol === 'https:' || isLocal
}
