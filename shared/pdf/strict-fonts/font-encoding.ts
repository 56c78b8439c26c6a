import { PdfDict, PdfName, PdfNumber, type PdfObject } from '@libpdf/core'
import { arrayAt, nameAt, resolved } from '../active-content/objects.ts'
import type { ObjectSource } from '../document-objects.ts'
import { macRomanEncoding, standardEncoding, winAnsiEncoding } from './latin-encodings.ts'

/** What a simple font says about the letters of its codes (ISO 32000-2 §9.6.5). */
export interface FontEncoding {
  /** The encoding that it names; null when it names none that readers agree on. */
  readonly base: ReadonlyMap<number, string> | null
  /** Whether it names one that readers do not agree on. */
  readonly isUncertain: boolean
  readonly differences: ReadonlyMap<number, string>
}

const encodings: ReadonlyMap<string, ReadonlyMap<number, string>> = new Map([
  ['StandardEncoding', standardEncoding],
  ['WinAnsiEncoding', winAnsiEncoding],
  ['MacRomanEncoding', macRomanEncoding],
])

export function fontEncoding(source: ObjectSource, font: PdfDict): FontEncoding {
  const encoding = resolved(source, font.get('Encoding'))
  if (encoding instanceof PdfName) return { ...named(encoding.value), differences: new Map() }
  if (!(encoding instanceof PdfDict)) return { base: null, isUncertain: false, differences: new Map() }
  const differences = differencesOf(arrayAt(source, encoding, 'Differences').map((item) => resolved(source, item)))
  return { ...named(nameAt(source, encoding, 'BaseEncoding')), differences }
}

function named(name: string | null) {
  return { base: encodings.get(name ?? '') ?? null, isUncertain: name === 'MacExpertEncoding' }
}

function differencesOf(items: readonly (PdfObject | null)[]): Map<number, string> {
  const differences = new Map<number, string>()
  let code = 0
  for (const item of items) {
    if (item instanceof PdfNumber) code = item.value
    else if (item instanceof PdfName) {
      differences.set(code, item.value)
      code += 1
    }
  }
  return differences
}
