/** Where the service's own app is answered, as `-c appRedirectUris=…,…` names it: by HTTPS, or on one's own machine. */
export function appRedirectUris(setting: string | undefined): string[] {
  const uris = (setting ?? '').split(',').filter((uri) => uri !== '')
  for (const uri of uris)
    if (!isUsable(uri)) throw new Error(`-c appRedirectUris=… must be HTTPS addresses; ${uri} is not`)
  return uris
}

/**
 * The origins from which the service's own apps call the API: where they are answered, and those of `-c appOrigins=…,…`, such as of an
 * app that signs people in on another page.
 */
export function appOrigins(redirectUris: readonly string[], setting: string | undefined): string[] {
  const named = (setting ?? '').split(',').filter((origin) => origin !== '')
  for (const origin of named)
    if (URL.parse(origin)?.origin !== origin || !origin.startsWith('https://'))
      throw new Error(`-c appOrigins=… must be HTTPS origins such as https://app.example.com; ${origin} is none`)
  return [...new Set([...redirectUris.map((uri) => new URL(uri).origin), ...named])]
}

/** Compared byte for byte: so nothing in it may be left to interpretation, and a space would end it. */
function isUsable(uri: string): boolean {
  const url = URL.parse(uri)
  if (!url || url.href !== uri || url.hash !== '' || url.username !== '') return false
  const isLocal = url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
  return url.protocol === 'https:' || isLocal
}
