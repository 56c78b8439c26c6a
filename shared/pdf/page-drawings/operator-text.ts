import { hash } from 'node:crypto'
import type { PDFDocumentProxy } from 'pdfjs-dist'

type OptionalContentConfig = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>>

/** What pdf.js calls an operator list, of a page or within a pattern or a glyph. */
export interface OperatorList {
  readonly fnArray: readonly number[]
  readonly argsArray: readonly unknown[]
}

/** Images, fonts and patterns, which operators name by an id. */
export interface NamedObjects {
  has(id: string): boolean
  get(id: string): unknown
  /** What is kept of the hashes of these objects, by their ids. */
  hashesWith(id: string): Map<string, string>
}

export interface TextSources {
  readonly objects: NamedObjects
  /** Which layers are shown on the screen, and which are printed. */
  readonly layers: readonly OptionalContentConfig[]
  readonly nameOf: (operator: number) => string
  /** The operator that only says what must be loaded before the next one. */
  readonly dependency: number
}

/**
 * Operators as texts `name arguments`: the texts of two operators are equal exactly when they draw the same. Where an operator
 * names an image, a font or a pattern by an id, its text has a hash of that object instead.
 */
export function operatorTexts(list: OperatorList, sources: TextSources): string[] {
  return list.fnArray.flatMap((operator, index) =>
    operator === sources.dependency ? [] : operatorText(sources.nameOf(operator), list.argsArray[index], sources),
  )
}

/** The name of the operator that a text is of. */
export function nameIn(text: string): string {
  return /^\w+(?= )/.exec(text)?.[0] ?? 'annotation'
}

function operatorText(name: string, args: unknown, sources: TextSources): string {
  return `${name} ${argumentsText(name, args, sources)}`
}

function argumentsText(name: string, args: unknown, sources: TextSources): string {
  if (!Array.isArray(args)) return valueText(args, sources)
  // Glyphs are many, and plain.
  if (name === 'showText') return JSON.stringify(args)
  if (name === 'beginMarkedContentProps' && args[0] === 'OC')
    return `OC ${sources.layers.map((layers) => layers.isVisible(args[1]))}`
  // The first argument is the annotation's object number.
  if (name === 'beginAnnotation') return valueText(args.slice(1), sources)
  return valueText(args, sources)
}

/** Different values have different texts. */
function valueText(value: unknown, sources: TextSources): string {
  if (typeof value === 'string')
    return sources.objects.has(value) ? `#${hashOf(value, sources)}` : JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return `${value}`
  if (Array.isArray(value) && value.length <= longestPlainArray)
    return `[${Array.from(value, (each) => valueText(each, sources)).join()}]`
  if (ArrayBuffer.isView(value)) return `${value.constructor.name}(${bytesText(value)})`
  if (value instanceof ArrayBuffer) return `ArrayBuffer(${bytesText(new Uint8Array(value))})`
  if (value instanceof Map) return `Map${entriesText([...value].toSorted(byKey), sources)}`
  if (isOperatorList(value)) return `(${operatorTexts(value, sources).map((text) => JSON.stringify(text))})`
  if (Array.isArray(value)) return `Array(${value.length})${entriesText(Object.entries(value), sources)}`
  return entriesText(Object.entries(value).toSorted(byKey), sources)
}

/** A longer array may have very large gaps. */
const longestPlainArray = 1_000

function entriesText(entries: readonly (readonly [unknown, unknown])[], sources: TextSources): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(`${key}`)}:${valueText(value, sources)}`)}}`
}

function byKey([a]: readonly [unknown, unknown], [b]: readonly [unknown, unknown]): number {
  return `${a}` < `${b}` ? -1 : 1
}

function isOperatorList(value: object): value is OperatorList {
  return 'fnArray' in value && 'argsArray' in value && Array.isArray(value.fnArray) && Array.isArray(value.argsArray)
}

const longestPlainBytes = 120

function bytesText(view: ArrayBufferView): string {
  const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength)
  return bytes.length > longestPlainBytes ? `#${hash('sha256', bytes, 'base64')}` : bytes.toString('base64')
}

function hashOf(id: string, sources: TextSources): string {
  const hashes = sources.objects.hashesWith(id)
  const known = hashes.get(id)
  if (known !== undefined) return known
  // For an object that contains itself.
  hashes.set(id, 'itself')
  const computed = hash('sha256', valueText(partsOf(sources.objects.get(id)), sources), 'base64')
  hashes.set(id, computed)
  return computed
}

/** Where an object comes from and how it is called say nothing of what it draws. */
const namesOfObject = new Set(['ref', 'loadedName', 'attached', '_inspectFont', 'compiledPaths'])

/** Everything that an object of pdf.js tells, also through its getters, as those of a font do. */
function partsOf(object: unknown): unknown {
  if (typeof object !== 'object' || object === null || Array.isArray(object) || ArrayBuffer.isView(object))
    return object
  const own = Object.keys(object)
  const getters = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(object)))
  const inherited = getters.flatMap(([key, { get }]) => (get && key !== '__proto__' ? [key] : []))
  const keys = [...new Set([...own, ...inherited])].filter((key) => !namesOfObject.has(key))
  return new Map(keys.map((key) => [key, Reflect.get(object, key)]))
}
