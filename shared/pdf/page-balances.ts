import { constants, inflateSync } from 'node:zlib'
import type { PdfObject } from '@libpdf/core'
import { PdfArray, PdfName, PdfStream } from '@libpdf/core'
import { type StateBalance, stateBalance } from './state-balance.ts'

/** What is read of the pages of one document, and what then counts as balanced: a file may unpack to anything. */
const mostBytes = 64 * 1024 * 1024
const mostBytesOfPage = 8 * 1024 * 1024
const mostStates = 10_000
/** What unpacking takes counts as so many bytes, however short the stream is: a page could name the same one a million times. */
const leastBytes = 1024

const balanced: StateBalance = { surplus: 0, open: 0 }

/** Reads how the pages of a document use the stack of graphics states, as far as that takes little. */
export class PageBalances {
  #bytesLeft = mostBytes

  /** Content that cannot be read here counts as balanced, as it should be. */
  of(contents: readonly (PdfObject | null)[]): StateBalance {
    const content = this.#joined(contents)
    const balance = content ? stateBalance(content) : balanced
    return balance.surplus + balance.open > mostStates ? balanced : balance
  }

  /** The streams of a page are one content; no word goes on from one to the next. */
  #joined(contents: readonly (PdfObject | null)[]): Buffer | null {
    const parts: Uint8Array[] = []
    let room = mostBytesOfPage
    for (const each of contents) {
      const part = each instanceof PdfStream ? this.#unpacked(each, Math.min(room, this.#bytesLeft)) : null
      if (!part) return null
      room -= part.length
      parts.push(part, Buffer.from('\n'))
    }
    return Buffer.concat(parts)
  }

  #unpacked(stream: PdfStream, mostBytes: number): Uint8Array | null {
    const filter = stream.get('Filter')
    if (mostBytes <= 0 || (filter && (!isFlate(filter) || stream.has('DecodeParms')))) return null
    const content = filter ? inflated(stream.data, mostBytes) : stream.data.subarray(0, mostBytes + 1)
    const isWhole = content !== null && content.length <= mostBytes
    // What was unpacked in vain has taken its time, too.
    this.#bytesLeft -= Math.max(leastBytes, isWhole ? content.length : mostBytes)
    return isWhole ? content : null
  }
}

function inflated(data: Uint8Array, mostBytes: number): Uint8Array | null {
  try {
    // Readers show what there is of data that was cut off.
    return inflateSync(data, { maxOutputLength: mostBytes, finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return null
  }
}

function isFlate(filter: PdfObject): boolean {
  const only = filter instanceof PdfArray && filter.length === 1 ? filter.at(0) : filter
  return only instanceof PdfName && only.value === 'FlateDecode'
}
