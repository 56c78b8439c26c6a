/** Codes that Unicode names but that are no countries: groups, parts of countries, and former ones. */
const noCountries = /^(X[A-Z]|ZZ|QO|EU|EZ|UN|AC|CP|CQ|DG|EA|IC|TA)$/

/** Whether Unicode's list of regions, which follows ISO 3166-1, names the code and has no newer one for it. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || noCountries.test(code)) return false
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return names.of(code) !== undefined && new Intl.Locale('und', { region: code }).region === code
}
