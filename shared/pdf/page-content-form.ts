import { deflateSync } from 'node:zlib'
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import type { ChangeableDocument } from './active-content/kinds.ts'
import { contentData } from './content-data.ts'
import type { Page } from './page-tree.ts'
import { moveToForm } from './structure-parents.ts'

/** What one document may copy into forms: pages can share one long content, and streams unpack to anything. */
const mostBytes = 128 * 1024 * 1024
/** What a stream costs beside its bytes. */
const leastBytes = 1024
/** The form cuts nothing off that a reader shows around the visible part of a page. */
const marginInUnits = 10_000

/**
 * Turns the contents of pages into form XObjects (ISO 32000-2 §8.10). Readers parse a form by itself: a string, an array,
 * an inline image or a text that a page leaves open ends with the form, instead of swallowing the drawing on top.
 */
export class PageContentForms {
  readonly #update: ChangeableDocument
  #bytesLeft = mostBytes

  constructor(update: ChangeableDocument) {
    this.#update = update
  }

  /** The form of a page's content: an empty one for an empty page. Throws when the contents are too long. */
  of(page: Page): PdfRef {
    const streams = this.#contentsOf(page.dict)
    const [only] = streams
    const stream = only && streams.length === 1 ? this.#copied(only) : this.#joined(streams)
    stream.set('Type', PdfName.of('XObject'))
    stream.set('Subtype', PdfName.of('Form'))
    stream.set('BBox', boundsOf(page))
    stream.set('Resources', this.#resourcesOf(page))
    const form = this.#update.register(stream)
    moveToForm(this.#update, page, { ref: form, stream })
    return form
  }

  #contentsOf(page: PdfDict): PdfStream[] {
    const contents = page.get('Contents', (ref) => this.#update.getObject(ref))
    const parts = contents instanceof PdfArray ? contents.toArray() : contents ? [contents] : []
    return parts.map((part) => {
      const stream = part instanceof PdfRef ? this.#update.getObject(part) : part
      if (!(stream instanceof PdfStream)) throw new Error('A part of the content of a page is missing')
      return stream
    })
  }

  /** With its filters, whatever they are. */
  #copied(stream: PdfStream): PdfStream {
    this.#count(stream.data)
    const filters = ['Filter', 'DecodeParms'].flatMap((name): [string, PdfObject][] => {
      const value = stream.get(name)
      return value ? [[name, value]] : []
    })
    return new PdfStream(filters, stream.data)
  }

  /** The parts of a content are read as one, with white space between them (ISO 32000-2 §7.8.2). */
  #joined(streams: readonly PdfStream[]): PdfStream {
    const parts = streams.map((stream) => Buffer.concat([this.#unpacked(stream), Buffer.from('\n')]))
    const filter = { Filter: PdfName.of('FlateDecode') }
    return new PdfStream(PdfDict.of(filter), deflateSync(Buffer.concat(parts)))
  }

  #unpacked(stream: PdfStream): Uint8Array {
    const content = contentData(stream, this.#bytesLeft)
    this.#count(content)
    return content
  }

  #count(data: Uint8Array) {
    this.#bytesLeft -= Math.max(leastBytes, data.length)
    if (this.#bytesLeft <= 0) throw new Error('The contents of the pages unpack to too much')
  }

  #resourcesOf({ dict, resources }: Page): PdfObject {
    const own = dict.get('Resources')
    const isShared = own instanceof PdfRef && this.#update.getObject(own) === resources
    return isShared ? own : (resources ?? new PdfDict())
  }
}

function boundsOf({ geometry: { cropBox } }: Page): PdfArray {
  const [left, bottom] = [cropBox.x - marginInUnits, cropBox.y - marginInUnits]
  const [right, top] = [cropBox.x + cropBox.width + marginInUnits, cropBox.y + cropBox.height + marginInUnits]
  return new PdfArray([left, bottom, right, top].map((value) => PdfNumber.of(value)))
}

/** How many Q more than q a form may have: pdf.js lets them undo what was saved before the form. */
const mostSurplus = 64

/**
 * Operators that show a form and keep it apart from what follows. Readers keep two things of a form: a clipping path that no
 * path operator used, which `n` ends, and text that clips, which `BT ET` ends.
 */
export function apart(show: string): string {
  return `${'q '.repeat(mostSurplus)}\n${show} n BT ET\n${'Q '.repeat(mostSurplus)}`
}
