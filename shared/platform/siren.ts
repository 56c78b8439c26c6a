/** The SIREN of La Poste: its establishments have a check rule of their own. */
const laPoste = '356000000'

/** A SIREN (9 digits) without its spaces; null if it is not valid. */
export function sirenFrom(text: string): string | null {
  const digits = withoutSpaces(text)
  return /^\d{9}$/.test(digits) && passesLuhn(digits) ? digits : null
}

/**
 * A SIRET (14 digits that begin with a valid SIREN) without its spaces; null if it is not valid. For La Poste the sum of the digits is a
 * multiple of five; its head office passes the usual check.
 */
export function siretFrom(text: string): string | null {
  const digits = withoutSpaces(text)
  if (!/^\d{14}$/.test(digits) || !passesLuhn(digits.slice(0, 9))) return null
  const isOfLaPoste = digits.startsWith(laPoste) && sumOf([...digits].map(Number)) % 5 === 0
  return passesLuhn(digits) || isOfLaPoste ? digits : null
}

const withoutSpaces = (text: string) => text.replace(/[\s\u00a0]/g, '')

/** ISO/IEC 7812-1: every second digit from the right counts double. */
function passesLuhn(digits: string): boolean {
  const values = [...digits].reverse().map((digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return value > 9 ? value - 9 : value
  })
  return sumOf(values) % 10 === 0
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
