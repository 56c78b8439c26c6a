const startsWithVowel = /^\s*[aeiouàâäéèêëîïôöùûüœæ]/i

/** `de` before a name, elided before a vowel: `d’Atelier`, `de Maison`. */
export function ofName(name: string): string {
  return startsWithVowel.test(name) ? `d’${name}` : `de ${name}`
}
