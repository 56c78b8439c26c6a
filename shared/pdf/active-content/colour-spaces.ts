import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream } from '@libpdf/core'
import { contentData } from '../content-data.ts'
import type { ObjectSource } from '../document-objects.ts'
import { CannotFlatten } from './cannot-flatten.ts'
import { isOrdinaryProfile } from './colour-profile.ts'
import type { Found } from './found.ts'
import { resolved } from './objects.ts'

/**
 * Inks that some readers show by the ink and others by the colour that stands in for it (ISO 32000-2 §8.6.6.4); of `None`,
 * some show nothing.
 */
const inksOfDevices = new Set(['None', 'Cyan', 'Magenta', 'Yellow', 'Black', 'Gray', 'Red', 'Green', 'Blue'])

/** A colour space that readers show differently. With a name that none knows, all show the colour that stands in. */
export function* findInColourSpace(source: ObjectSource, space: PdfArray): Generator<Found> {
  yield* findInCalibrated(source, space)
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

const deviceSpaces: Readonly<Record<number, string>> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' }

/**
 * Our page shows the colours of the device for those of a profile (ISO 32000-2 §8.6.5.5), other readers apply it: a profile
 * that makes much of a difference, or that cannot be judged, goes. So do calibrated colours far from those of any device.
 */
function* findInCalibrated(source: ObjectSource, space: PdfArray): Generator<Found> {
  const family = nameOf(source, space.at(0))
  const parameters = resolved(source, space.at(1))
  if (!(parameters instanceof PdfDict)) return
  if ((family === 'CalGray' || family === 'CalRGB') && !gammasOf(source, parameters).every(isOrdinaryGamma))
    yield { kind: 'print_variants', resolve: refuse }
  if (family !== 'ICCBased' || !(parameters instanceof PdfStream)) return
  const channels = resolved(source, parameters.get('N'))
  const device = channels instanceof PdfNumber ? deviceSpaces[channels.value] : undefined
  const alternate = resolved(source, parameters.get('Alternate'))
  if (alternate instanceof PdfArray && !isDeviceSpace(source, alternate))
    yield { kind: 'print_variants', resolve: refuse }
  else if (device && !isOrdinary(parameters, device))
    yield { kind: 'print_variants', resolve: () => becomeDeviceSpace(space, device) }
}

/** Those of printers have some megabytes. */
const mostBytesOfProfile = 16 * 1024 * 1024

function isOrdinary(stream: PdfStream, device: string): boolean {
  if (device === 'DeviceCMYK') return false
  try {
    const profile = contentData(stream, mostBytesOfProfile)
    return isOrdinaryProfile(profile, device === 'DeviceGray' ? 1 : 3)
  } catch {
    // A profile that cannot be unpacked cannot be judged.
    return false
  }
}

function becomeDeviceSpace(space: PdfArray, device: string) {
  while (space.length > 1) space.pop()
  space.set(0, PdfName.of(device))
}

function isDeviceSpace(source: ObjectSource, space: PdfArray): boolean {
  return space.length === 1 && Object.values(deviceSpaces).includes(nameOf(source, space.at(0)) ?? '')
}

function gammasOf(source: ObjectSource, parameters: PdfDict): number[] {
  const gamma = resolved(source, parameters.get('Gamma'))
  const values = gamma instanceof PdfArray ? gamma.toArray().map((each) => resolved(source, each)) : [gamma]
  return values.map((value) => (value instanceof PdfNumber ? value.value : 1))
}

function isOrdinaryGamma(gamma: number): boolean {
  return gamma >= 0.8 && gamma <= 3.5
}

function refuse() {
  throw new CannotFlatten('print_variants', 'A colour space that readers show differently')
}

function renamed(ink: string): PdfName {
  return PdfName.of(`Shown${ink}`)
}

function nameOf(source: ObjectSource, object: PdfObject | undefined): string | null {
  const name = resolved(source, object)
  return name instanceof PdfName ? name.value : null
}
