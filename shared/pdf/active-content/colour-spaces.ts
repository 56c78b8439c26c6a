import { PdfArray, PdfName, type PdfObject } from '@libpdf/core'
import type { ObjectSource } from '../document-objects.ts'
import type { Found } from './found.ts'
import { resolved } from './objects.ts'

/**
 * Inks that some readers show by the ink and others by the colour that stands in for it (ISO 32000-2 §8.6.6.4); of `None`,
 * some show nothing.
 */
const inksOfDevices = new Set(['None', 'Cyan', 'Magenta', 'Yellow', 'Black', 'Gray', 'Red', 'Green', 'Blue'])

/** A colour space that readers show differently. With a name that none knows, all show the colour that stands in. */
export function* findInColourSpace(source: ObjectSource, space: PdfArray): Generator<Found> {
  if (space.length < 4) return
  const family = nameOf(source, space.at(0))
  const ink = resolved(source, space.at(1))
  if (family === 'Separation' && ink instanceof PdfName && inksOfDevices.has(ink.value))
    yield { kind: 'print_variants', resolve: () => space.set(1, renamed(ink.value)) }
  if (family !== 'DeviceN' || !(ink instanceof PdfArray)) return
  const inks = ink.toArray().map((each) => nameOf(source, each))
  if (inks.every((each) => each === 'None' || (inks.length === 1 && inksOfDevices.has(each ?? ''))))
    yield { kind: 'print_variants', resolve: () => space.set(1, new PdfArray(inks.map((each) => renamed(each ?? '')))) }
}

function renamed(ink: string): PdfName {
  return PdfName.of(`Shown${ink}`)
}

function nameOf(source: ObjectSource, object: PdfObject | undefined): string | null {
  const name = resolved(source, object)
  return name instanceof PdfName ? name.value : null
}
