import { type PdfDict, PdfNumber, type PdfObject } from '@libpdf/core'
import { arrayAt, resolved } from '../active-content/objects.ts'
import type { ObjectSource } from '../document-objects.ts'
import { OddContent } from './odd-content.ts'

export function numberAt(source: ObjectSource, dict: PdfDict, key: string): number | null {
  const value = resolved(source, dict.get(key))
  return value instanceof PdfNumber ? value.value : null
}

/** Null where something else is among them. */
export function numbersIn(source: ObjectSource, objects: readonly PdfObject[]): number[] | null {
  const numbers = objects.flatMap((object) => {
    const value = resolved(source, object)
    return value instanceof PdfNumber && Number.isFinite(value.value) ? [value.value] : []
  })
  return numbers.length === objects.length ? numbers : null
}

/** So many numbers. Throws `OddContent` where the array has others, or is missing. */
export function arrayOf(source: ObjectSource, dict: PdfDict, key: string, length: number): number[] {
  const numbers = numbersIn(source, arrayAt(source, dict, key))
  if (numbers?.length !== length) throw new OddContent(`${key} does not have ${length} numbers`)
  return numbers
}
