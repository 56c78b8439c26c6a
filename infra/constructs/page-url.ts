/**
 * Where `-c pageUrl=…` says that the signing page is served, without a slash at the end; undefined where it says nothing. It has no
 * path: the gateway tells functions none of a domain's base path, and so cookies would be kept for another one.
 */
export function pageUrl(setting: string | undefined): string | undefined {
  if (!setting) return undefined
  const url = URL.canParse(setting) ? new URL(setting) : null
  if (url?.protocol !== 'https:' || url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new Error('-c pageUrl=… must be an HTTPS address without a path, such as https://sign.example.com')
  return url.origin
}
