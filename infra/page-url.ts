/** Where `-c pageUrl=…` says that the signing page is served, without a slash at the end; undefined where it says nothing. */
export function pageUrl(setting: string | undefined): string | undefined {
  if (!setting) return undefined
  const url = URL.canParse(setting) ? new URL(setting) : null
  if (url?.protocol !== 'https:' || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new Error('-c pageUrl=… takes an address by HTTPS, such as https://sign.example.com')
  return url.href.replace(/\/+$/, '')
}
