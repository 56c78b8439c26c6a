import { hash } from 'node:crypto'
import type { PDFPageProxy } from 'pdfjs-dist'
import { type PageGeometry, pageGeometry } from '../page-geometry.ts'
import { letClose } from './browser-parts.ts'
import { type OpenDocument, openDocument } from './open-document.ts'
import { type NamedObjects, type OperatorList, operatorTexts, type TextSources } from './operator-text.ts'

/** What a page shows, as texts that are equal when the same is drawn: see `operatorTexts`. */
export interface PageDrawing {
  /** The visible part of the page, its rotation and the size of its unit. */
  readonly box: string
  readonly geometry: PageGeometry
  readonly content: readonly string[]
  /** Of annotations that have an area: kind, type of the form field, flags and place of each; then what each draws, on the screen or printed. */
  readonly annotations: readonly string[]
}

export interface DrawingLimits {
  readonly maxPages: number
  /** Of all pages that are read. */
  readonly maxOperators: number
}

/** A document has more pages or operators than are read. */
export class TooComplex extends Error {}

/** Reads the drawings of the pages of one document. */
export class PageDrawings {
  readonly #document: OpenDocument
  readonly #names: ReadonlyMap<number, string>
  /** Of fonts and images that pages share. */
  readonly #hashes = new Map<string, string>()
  #layers: Promise<TextSources['layers']> | undefined
  #operatorsLeft: number

  private constructor(document: OpenDocument, { maxPages, maxOperators }: DrawingLimits) {
    if (document.pdf.numPages > maxPages) throw new TooComplex('The document has too many pages')
    this.#document = document
    this.#names = new Map(Object.entries(document.operators).map(([name, number]) => [number, name]))
    this.#operatorsLeft = maxOperators
  }

  /** Throws `TooComplex`, and what pdf.js throws where it cannot open the document. */
  static async open(bytes: Uint8Array, limits: DrawingLimits): Promise<PageDrawings> {
    return new PageDrawings(await openDocument(bytes), limits)
  }

  get pageCount(): number {
    return this.#document.pdf.numPages
  }

  /** `number` counts from 1. Throws `TooComplex`. */
  async read(number: number): Promise<PageDrawing> {
    const page = await this.#document.pdf.getPage(number)
    const sources = await this.#sourcesOf(page)
    const shown = this.#parts(await this.#operatorList(page, 'display'))
    const all = (await page.getAnnotations({ intent: 'any' })).filter(({ rect }) => hasArea(rect))
    const printed = all.some(isOnlyPrinted) ? this.#parts(await this.#operatorList(page, 'print')).annotations : []
    const drawing = {
      box: JSON.stringify([page.view, page.rotate, page.userUnit]),
      geometry: geometryOf(page),
      content: operatorTexts(shown.content, sources),
      annotations: [
        ...all.map(({ subtype, fieldType, annotationFlags, rect }) =>
          JSON.stringify([subtype, fieldType ?? null, annotationFlags, rect]),
        ),
        ...[...shown.annotations, ...printed].map((list) => digest(operatorTexts(list, sources))),
      ],
    }
    page.cleanup()
    return drawing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#document.pdf.loadingTask.destroy()
  }

  async #sourcesOf(page: PDFPageProxy): Promise<TextSources> {
    const { pdf, operators } = this.#document
    this.#layers ??= Promise.all([
      pdf.getOptionalContentConfig({ intent: 'display' }),
      pdf.getOptionalContentConfig({ intent: 'print' }),
    ])
    const hashesOfPage = new Map<string, string>()
    const objects: NamedObjects = {
      has: (id) => objectsWith(page, id).has(id),
      get: (id) => objectsWith(page, id).get(id),
      hashesWith: (id) => (isShared(id) ? this.#hashes : hashesOfPage),
    }
    const nameOf = (operator: number) => this.#names.get(operator) ?? `${operator}`
    return { objects, layers: await this.#layers, nameOf, dependency: operators.dependency }
  }

  /** Everything that it names is loaded. */
  async #operatorList(page: PDFPageProxy, intent: 'display' | 'print'): Promise<OperatorList> {
    const list = await page.getOperatorList({ intent })
    for (const [index, operator] of list.fnArray.entries()) {
      if (operator !== this.#document.operators.dependency) continue
      for (const id of list.argsArray[index]) letClose(await loaded(page, id))
    }
    this.#operatorsLeft -= list.fnArray.length
    if (this.#operatorsLeft < 0) throw new TooComplex('The document has too many operators')
    return list
  }

  /** pdf.js appends annotations to the content of their page, in which all marked content is closed. */
  #parts({ fnArray, argsArray }: OperatorList): { content: OperatorList; annotations: OperatorList[] } {
    const { beginAnnotation, beginMarkedContentProps } = this.#document.operators
    const starts = fnArray.flatMap((operator, index) => {
      if (operator !== beginAnnotation) return []
      // An annotation may be in a layer.
      return [fnArray[index - 1] === beginMarkedContentProps ? index - 1 : index]
    })
    const slice = (start: number, end?: number) => ({
      fnArray: fnArray.slice(start, end),
      argsArray: argsArray.slice(start, end),
    })
    const annotations = starts.map((start, index) => slice(start, starts[index + 1]))
    return {
      content: slice(0, starts[0]),
      annotations: annotations.filter((list) => hasArea(rectangleIn(list, beginAnnotation))),
    }
  }
}

/** pdf.js has taken the crop box within the media box already. */
function geometryOf({ view: [left = 0, bottom = 0, right = 0, top = 0], rotate }: PDFPageProxy): PageGeometry {
  return pageGeometry({ x: left, y: bottom, width: right - left, height: top - bottom }, null, rotate)
}

/** pdf.js keeps what pages share apart from what a page has for itself, by the start of its id. */
function isShared(id: string): boolean {
  return id.startsWith('g_')
}

function objectsWith(page: PDFPageProxy, id: string): PDFPageProxy['objs'] {
  return isShared(id) ? page.commonObjs : page.objs
}

function loaded(page: PDFPageProxy, id: string): Promise<unknown> {
  return new Promise((resolve) => objectsWith(page, id).get(id, resolve))
}

function rectangleIn({ fnArray, argsArray }: OperatorList, beginAnnotation: number): unknown {
  const args = argsArray[fnArray.indexOf(beginAnnotation)]
  return Array.isArray(args) ? args[1] : null
}

/** Without an area nothing is drawn, as by the field of a seal. */
function hasArea(rectangle: unknown): boolean {
  if (!Array.isArray(rectangle)) return true
  const [left, bottom, right, top] = rectangle
  return left !== right && bottom !== top
}

/** The flags Print and NoView, ISO 32000-2 §12.5.3. */
const onlyPrinted = (1 << 2) | (1 << 5)

function isOnlyPrinted({ annotationFlags }: { annotationFlags?: number }): boolean {
  return ((annotationFlags ?? 0) & onlyPrinted) === onlyPrinted
}

function digest(texts: readonly string[]): string {
  return hash('sha256', JSON.stringify(texts), 'base64')
}
