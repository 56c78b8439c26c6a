/** Without accents and case, so that `Élodie` is found by `elodie`. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
