import { type PdfBody, pdfOf, stream } from './pdf-of.ts'

/** Objects by their names. What stands between `obj` and `endobj` names others as `@name`; a pair is a stream: dictionary and data. */
export type NamedObjects = Readonly<Record<string, string | readonly [dictionary: string, data: string | Buffer]>>

/** A file of named objects, numbered in their order or from the last to the first. `catalog` is the root. */
export function pdfOfNamed(objects: NamedObjects, { reversed = false } = {}): Buffer {
  const names = reversed ? Object.keys(objects).reverse() : Object.keys(objects)
  const withNumbers = (text: string) => text.replace(/@(\w+)/g, (_, name: string) => `${names.indexOf(name) + 1} 0 R`)
  const bodies = names.map((name): PdfBody => {
    const object = objects[name] ?? 'null'
    if (typeof object === 'string') return withNumbers(object)
    return stream(withNumbers(object[0]), Buffer.from(object[1]))
  })
  return pdfOf(bodies, withNumbers('/Root @catalog'))
}
