import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream } from '@libpdf/core'
import type { ObjectSource } from '../document-objects.ts'
import type { Page } from '../page-tree.ts'
import { decodedData } from '../unpacked-stream.ts'
import { CannotFlatten } from './cannot-flatten.ts'
import type { ChangeableDocument } from './kinds.ts'
import { LayerVisibility } from './layer-visibility.ts'
import { clear, dictionaryAt, isPlainDictionary, nameAt, reachableDictionaries, resolved } from './objects.ts'
import { mayHaveLayers, visibleContent } from './visible-content.ts'

/** Whether something in a document is, or may be taken for, optional content (ISO 32000-2 §8.11). */
export function isLayer(source: ObjectSource, dict: PdfDict): boolean {
  const type = nameAt(source, dict, 'Type')
  return type === 'OCG' || type === 'OCMD'
}

/** Keys by which a reader may take a property list without a type for a layer. */
const keysOfLayers = ['OCGs', 'VE', 'Usage', 'Intent']

/**
 * Resolves all layers to what our page shows: hidden content is cut out, the rest is there for good. Gives how many layers
 * there were. Content of a layer that cannot be split into operators with certainty cannot be flattened.
 */
export function resolveLayers(document: ChangeableDocument, pages: readonly Page[]): number {
  const visibility = new LayerVisibility(document)
  const dicts = [...reachableDictionaries(document)]
  const count = dicts.filter((dict) => isLayer(document, dict)).length
  const content = new LayeredContent(document, visibility)
  for (const page of pages) content.resolvePage(page)
  for (const dict of dicts) content.resolveStreams(dict)
  for (const dict of dicts) {
    resolveObject(visibility, dict)
    removeProperties(document, dict)
  }
  document.getCatalog().delete('OCProperties')
  return count
}

/** Cuts hidden layers out of content streams, each once. */
class LayeredContent {
  readonly #document: ChangeableDocument
  readonly #visibility: LayerVisibility
  readonly #seen = new Set<PdfStream>()

  constructor(document: ChangeableDocument, visibility: LayerVisibility) {
    this.#document = document
    this.#visibility = visibility
  }

  resolvePage(page: Page) {
    const raw = page.dict.get('Contents')
    const value = resolved(this.#document, raw)
    const parts = value instanceof PdfArray ? value.toArray() : raw ? [raw] : []
    const streams = parts.map((part) => resolved(this.#document, part)).filter((part) => part instanceof PdfStream)
    const visible = this.#visible(
      Buffer.concat(streams.flatMap((each) => [dataOf(each), Buffer.from('\n')])),
      page.resources,
    )
    if (visible) page.dict.set('Contents', this.#document.register(new PdfStream([], visible)))
  }

  /** Forms and patterns, and the glyphs of fonts. */
  resolveStreams(dict: PdfDict) {
    const type = nameAt(this.#document, dict, 'Subtype')
    const isPattern = resolved(this.#document, dict.get('PatternType')) instanceof PdfNumber
    if (dict instanceof PdfStream && (type === 'Form' || isPattern)) this.#resolveStream(dict, dict)
    const glyphs = dictionaryAt(this.#document, dict, 'CharProcs')
    for (const [, glyph] of glyphs ?? []) {
      const stream = resolved(this.#document, glyph)
      if (stream instanceof PdfStream) this.#resolveStream(stream, stream.has('Resources') ? stream : dict)
    }
  }

  #resolveStream(stream: PdfStream, owner: PdfDict) {
    if (this.#seen.has(stream)) return
    this.#seen.add(stream)
    const visible = this.#visible(dataOf(stream), dictionaryAt(this.#document, owner, 'Resources'))
    if (visible) setData(stream, visible)
  }

  #visible(content: Uint8Array, resources: PdfDict | null): Buffer | null {
    if (!mayHaveLayers(content)) return null
    const properties = resources && dictionaryAt(this.#document, resources, 'Properties')
    try {
      return visibleContent(content, (name) => {
        if (!resources) throw new CannotFlatten('layers', 'Content with layers has no resources of its own')
        return this.#visibility.isVisible(properties?.get(name))
      })
    } catch (cause) {
      throw cause instanceof CannotFlatten ? cause : new CannotFlatten('layers', String(cause))
    }
  }
}

/** Streams that cannot be unpacked show nothing that could be a layer's. */
function dataOf(stream: PdfStream): Uint8Array {
  try {
    return stream.has('Filter') ? decodedData(stream) : stream.data
  } catch (cause) {
    throw new CannotFlatten('layers', String(cause))
  }
}

function setData(stream: PdfStream, data: Uint8Array) {
  for (const key of ['Filter', 'DecodeParms', 'F', 'FFilter', 'FDecodeParms']) stream.delete(key)
  stream.setData(data)
}

/** An image or a form that is hidden as a whole becomes an empty form; annotations come before. */
function resolveObject(visibility: LayerVisibility, dict: PdfDict) {
  const layer = dict.get('OC')
  if (!layer || !(dict instanceof PdfStream)) return
  if (!visibility.isVisible(layer)) makeEmptyForm(dict)
  dict.delete('OC')
}

/** What shows nothing, wherever it is used. */
export function makeEmptyForm(stream: PdfStream) {
  clear(stream)
  stream.set('Type', PdfName.of('XObject'))
  stream.set('Subtype', PdfName.of('Form'))
  stream.set('BBox', new PdfArray([0, 0, 1, 1].map((value) => PdfNumber.of(value))))
  stream.set('Resources', new PdfDict())
}

/** Takes layers out of the property lists of resources. */
function removeProperties(source: ObjectSource, dict: PdfDict) {
  const properties = dictionaryAt(source, dict, 'Properties')
  if (!isPlainDictionary(properties)) return
  for (const [name, value] of [...properties]) if (isLayerLike(source, value)) properties.delete(name)
}

export function isLayerLike(source: ObjectSource, value: PdfObject): boolean {
  const dict = resolved(source, value)
  if (!(dict instanceof PdfDict)) return false
  return isLayer(source, dict) || (!dict.has('Type') && keysOfLayers.some((key) => dict.has(key)))
}
