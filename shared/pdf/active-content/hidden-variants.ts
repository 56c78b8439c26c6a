import { PdfArray, PdfBool, type PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from '@libpdf/core'
import type { ObjectSource } from '../document-objects.ts'
import { CannotFlatten } from './cannot-flatten.ts'
import type { Found } from './found.ts'
import { makeEmptyForm } from './layers.ts'
import { clear, deleteKeys, dictionaryAt, isPlainDictionary, nameAt, resolved } from './objects.ts'

const filesOfSpecification = ['F', 'UF', 'DOS', 'Mac', 'Unix']
const resourceKinds = ['Font', 'XObject', 'ColorSpace', 'Pattern', 'Shading', 'Properties', 'ProcSet', 'ExtGState']
/** Ways of a device to put colours on paper (ISO 32000-2 §10.4 to §10.7); screens show no difference. */
const deviceSettings = ['OP', 'op', 'OPM', 'BG', 'BG2', 'UCR', 'UCR2', 'HT', 'HTP', 'HTO']
const blendModes = new Set([
  ...['Normal', 'Compatible', 'Multiply', 'Screen', 'Overlay', 'Darken', 'Lighten', 'ColorDodge', 'ColorBurn'],
  ...['HardLight', 'SoftLight', 'Difference', 'Exclusion', 'Hue', 'Saturation', 'Color', 'Luminosity'],
])
const defaultSpaces = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK']

/** What a dictionary or stream holds besides what a screen shows of it, wherever in the document it lies. */
export function* findHiddenVariants(source: ObjectSource, dict: PdfDict): Generator<Found> {
  yield* findFiles(source, dict)
  if (dict instanceof PdfStream) yield* findInStream(source, dict)
  if (resourceKinds.some((kind) => dict.has(kind))) yield* findInResources(source, dict)
  const state = dictionaryAt(source, dict, 'ExtGState')
  if (state && dict.has('PatternType')) yield* findInGraphicsState(source, state)
  if (nameAt(source, dict, 'S') === 'Transparency' && isTrue(source, dict.get('K')))
    yield { kind: 'print_variants', resolve: () => void dict.delete('K') }
}

/** An embedded file, or a reference to one (ISO 32000-2 §7.11.4). */
function* findFiles(source: ObjectSource, dict: PdfDict): Generator<Found> {
  const files = dictionaryAt(source, dict, 'EF')
  const isSpecification =
    files && filesOfSpecification.some((key) => resolved(source, files.get(key)) instanceof PdfStream)
  if (isSpecification) yield { kind: 'embedded_files', resolve: () => void deleteKeys(dict, ['EF', 'RF']) }
  else if (dict instanceof PdfStream && nameAt(source, dict, 'Type') === 'EmbeddedFile')
    yield { kind: 'embedded_files', resolve: () => clear(dict) }
}

/** Names of keys in inline images (ISO 32000-2 table 91), which some readers also take in place of the full ones. */
const abbreviations: Readonly<Record<string, string>> = {
  W: 'Width',
  H: 'Height',
  BPC: 'BitsPerComponent',
  CS: 'ColorSpace',
  D: 'Decode',
  IM: 'ImageMask',
  I: 'Interpolate',
}

/** The reader of our page takes the short key first. */
function useFullKeys(stream: PdfStream, keys: Readonly<Record<string, string>>) {
  for (const [short, full] of Object.entries(keys)) {
    const value = stream.get(short)
    if (value) stream.set(full, value)
    stream.delete(short)
  }
}

const abbreviatedFilters = { F: 'Filter', DP: 'DecodeParms' }

function* findInStream(source: ObjectSource, stream: PdfStream): Generator<Found> {
  const isImage = nameAt(source, stream, 'Subtype') === 'Image'
  if (isImage && Object.keys(abbreviations).some((short) => stream.has(short)))
    yield { kind: 'print_variants', resolve: () => useFullKeys(stream, abbreviations) }
  const filter = resolved(source, stream.get('F'))
  if (filter instanceof PdfName || filter instanceof PdfArray)
    yield { kind: 'print_variants', resolve: () => useFullKeys(stream, abbreviatedFilters) }
  const file = resolved(source, stream.get('F'))
  if (file instanceof PdfString || isPlainDictionary(file))
    yield { kind: 'external_content', resolve: () => void deleteKeys(stream, ['F', 'FFilter', 'FDecodeParms']) }
  const subtype = nameAt(source, stream, 'Subtype')
  if (subtype === 'PS') yield { kind: 'print_variants', resolve: () => makeEmptyForm(stream) }
  if (subtype === 'Form' && (stream.has('PS') || stream.has('Subtype2')))
    yield { kind: 'print_variants', resolve: () => void deleteKeys(stream, ['PS', 'Subtype2']) }
  if (subtype === 'Form' && stream.has('Ref'))
    yield { kind: 'external_content', resolve: () => void stream.delete('Ref') }
  if ((subtype === 'Form' || subtype === 'Image') && stream.has('OPI'))
    yield { kind: 'external_content', resolve: () => void stream.delete('OPI') }
  if (subtype === 'Image' && stream.has('Alternates'))
    yield { kind: 'print_variants', resolve: () => void stream.delete('Alternates') }
}

function* findInResources(source: ObjectSource, resources: PdfDict): Generator<Found> {
  for (const [, value] of dictionaryAt(source, resources, 'ExtGState') ?? []) {
    const state = resolved(source, value)
    if (isPlainDictionary(state)) yield* findInGraphicsState(source, state)
  }
  const spaces = dictionaryAt(source, resources, 'ColorSpace')
  for (const name of defaultSpaces) {
    const space = spaces && resolved(source, spaces.get(name))
    if (spaces && space && !isCalibrated(source, space))
      yield { kind: 'print_variants', resolve: () => void spaces.delete(name) }
  }
}

function isCalibrated(source: ObjectSource, space: PdfObject): boolean {
  const family = resolved(source, space instanceof PdfArray ? space.at(0) : space)
  return family instanceof PdfName && ['ICCBased', 'CalGray', 'CalRGB'].includes(family.value)
}

function* findInGraphicsState(source: ObjectSource, state: PdfDict): Generator<Found> {
  if (['TR', 'TR2'].some((key) => isFunction(source, state.get(key)))) yield { kind: 'print_variants', resolve: refuse }
  const mode = resolved(source, state.get('BM'))
  if (mode instanceof PdfArray)
    yield { kind: 'print_variants', resolve: () => state.set('BM', firstKnown(source, mode)) }
  if (
    ['OP', 'op'].some((key) => isTrue(source, state.get(key))) ||
    deviceSettings.slice(3).some((key) => isFunction(source, state.get(key)))
  )
    yield { kind: 'print_variants', resolve: () => void deleteKeys(state, deviceSettings) }
}

/** Colours run through a function of the file: some readers do so for display only, and none can be told not to. */
function refuse() {
  throw new CannotFlatten('print_variants', 'A transfer function')
}

/** Of a list, a reader takes the first blend mode that it knows; some take none. */
function firstKnown(source: ObjectSource, modes: PdfArray): PdfName {
  const names = modes.toArray().map((each) => resolved(source, each))
  const known = names.find((name) => name instanceof PdfName && blendModes.has(name.value))
  return known instanceof PdfName ? known : PdfName.of('Normal')
}

/** Anything but the default of the device. */
function isFunction(source: ObjectSource, value: PdfObject | undefined): boolean {
  const setting = resolved(source, value)
  return setting !== null && !(setting instanceof PdfName && ['Default', 'Identity'].includes(setting.value))
}

function isTrue(source: ObjectSource, value: PdfObject | undefined): boolean {
  const flag = resolved(source, value)
  return flag instanceof PdfBool && flag.value
}
