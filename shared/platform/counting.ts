/** The forms of a noun by number. Polish has three: `one`, `few` and `many`. */
export type CountedForms = { readonly [Rule in Intl.LDMLPluralRule]?: string } & { readonly other: string }

/** Writes a number with its noun by the rules of a language. */
export function counting(language: string): (n: number, forms: CountedForms) => string {
  const rules = new Intl.PluralRules(language)
  return (n, forms) => `${n} ${forms[rules.select(n)] ?? forms.other}`
}
