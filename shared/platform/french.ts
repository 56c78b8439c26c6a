const startsWithVowel = /^\s*[aeiouàâäéèêëîïôöùûüœæ]/i

/** `de` before a name, elided before a vowel: `d’Atelier`, `de Maison`. */
export function ofName(name: string): string {
  return startsWithVowel.test(name) ? `d’${name}` : `de ${name}`
}

/** `que` before a name: `qu’Atelier`, `que Maison`. */
export function thatName(name: string): string {
  return startsWithVowel.test(name) ? `qu’${name}` : `que ${name}`
}
