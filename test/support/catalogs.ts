/** A text of a catalog with its name, as it reads with placeholders for its arguments. */
export interface CatalogText {
  readonly name: string
  readonly text: string
}

const letters = ['ZQA', 'ZQB', 'ZQC', 'ZQD']

/** Numbers where `number`, texts otherwise: which a function wants is not known at run time. */
function written(make: (...args: never[]) => unknown, number: number | null): unknown {
  const args = Array.from({ length: Math.max(make.length, 1) }, (_, index) =>
    number === null ? letters[index] : number + index,
  )
  return make(...(args as never[]))
}

/** Every text of a catalog. Functions are called with texts, and with `number` and what follows it. */
export function textsOf(catalog: unknown, number = 71, name = ''): CatalogText[] {
  if (typeof catalog === 'string') return [{ name, text: catalog }]
  if (typeof catalog === 'function') {
    const make = catalog as (...args: never[]) => unknown
    return [
      ...textsOf(written(make, null), number, `${name}(text)`),
      ...textsOf(written(make, number), number, `${name}(${number})`),
    ]
  }
  if (typeof catalog !== 'object' || catalog === null) return []
  return Object.entries(catalog).flatMap(([key, value]) => textsOf(value, number, name ? `${name}.${key}` : key))
}

/** The placeholders and numbers that a text shows, in any order. */
export function placeholdersIn({ text }: CatalogText): string[] {
  return [...new Set(text.match(/ZQ[A-D]|7[1-4]/g))].toSorted()
}

/** English function words that stand in no text of the other languages. */
export const englishWords = /(?<!\p{L})(?:the|your?|and|with|this|cannot|sign|document was|please)(?!\p{L})/iu

/** A space before punctuation, which only French has. German sets one before an ellipsis, and with Spanish before a percent sign. */
export const spacedPunctuation = /[ \u00a0\u202f][:;?!»,.]/

/** French sets a space before such punctuation at which no line may break. */
export const breakableInFrench = / [:;?!»]|« /
