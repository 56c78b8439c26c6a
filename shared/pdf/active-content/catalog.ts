import { PdfDict, PdfName, type PdfObject } from '@libpdf/core'
import type { ObjectSource } from '../document-objects.ts'
import { kindOfAction, kindsOfTriggers } from './actions.ts'
import type { Found } from './found.ts'
import type { ActiveContentKind } from './kinds.ts'
import { deleteKeys, dictionaryAt, nameAt, resolved } from './objects.ts'

const keptInCatalog = new Set([
  ...['Type', 'Version', 'Extensions', 'Pages', 'PageLabels', 'Names', 'Dests', 'ViewerPreferences', 'PageLayout'],
  ...['PageMode', 'Outlines', 'OpenAction', 'Metadata', 'StructTreeRoot', 'MarkInfo', 'Lang', 'OutputIntents'],
])

const keptInPages = new Set([
  ...['Type', 'Parent', 'LastModified', 'Resources', 'MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox', 'Rotate'],
  ...['UserUnit', 'Contents', 'Group', 'StructParents', 'Annots', 'Tabs', 'Metadata'],
])

const kindsOfNames: Readonly<Record<string, ActiveContentKind>> = {
  JavaScript: 'scripts',
  EmbeddedFiles: 'embedded_files',
  Renditions: 'multimedia',
  AlternatePresentations: 'multimedia',
  Templates: 'annotations',
  AP: 'annotations',
}

const boxPreferences = ['ViewArea', 'ViewClip', 'PrintArea', 'PrintClip']
const mostOutlineItems = 100_000

/** What is active in a catalog and in the bookmarks. */
export function* findInCatalog(source: ObjectSource): Generator<Found> {
  const catalog = source.getCatalog()
  const remove = (key: string) => () => void catalog.delete(key)
  for (const kind of kindsOfTriggers(source, catalog)) yield { kind, resolve: remove('AA') }
  const onOpening = kindOfAction(source, catalog.get('OpenAction'))
  if (onOpening) yield { kind: onOpening, resolve: remove('OpenAction') }
  if (catalog.has('Collection')) yield { kind: 'multimedia', resolve: remove('Collection') }
  yield* findInNames(dictionaryAt(source, catalog, 'Names'))
  yield* findInOutlines(source, catalog)
  const preferences = dictionaryAt(source, catalog, 'ViewerPreferences')
  const differs = (key: string) => preferences?.has(key) && nameAt(source, preferences, key) !== 'CropBox'
  if (preferences && boxPreferences.some(differs))
    yield { kind: 'print_variants', resolve: () => void deleteKeys(preferences, boxPreferences) }
}

function* findInNames(names: PdfDict | null): Generator<Found> {
  for (const [{ value: name }] of names ?? []) {
    const kind = kindsOfNames[name]
    if (names && kind) yield { kind, resolve: () => void names.delete(name) }
  }
}

function* findInOutlines(source: ObjectSource, catalog: PdfDict): Generator<Found> {
  const pending: (PdfObject | undefined)[] = [catalog.get('Outlines')]
  const seen = new Set<PdfDict>()
  while (pending.length > 0 && seen.size < mostOutlineItems) {
    const item = resolved(source, pending.pop())
    if (!(item instanceof PdfDict) || seen.has(item)) continue
    seen.add(item)
    pending.push(item.get('Next'), item.get('First'))
    const kind = kindOfAction(source, item.get('A'))
    if (kind) yield { kind, resolve: () => void deleteKeys(item, ['A', 'AA']) }
    for (const trigger of kindsOfTriggers(source, item)) yield { kind: trigger, resolve: () => void item.delete('AA') }
  }
}

/** Leaves what a fixed picture may have. What goes besides is not active, but carries what nobody sees. */
export function tidyCatalog(source: ObjectSource) {
  const catalog = source.getCatalog()
  keepOnly(catalog, keptInCatalog)
  const names = dictionaryAt(source, catalog, 'Names')
  if (names) keepOnly(names, new Set(['Dests']))
  if (names?.size === 0) catalog.delete('Names')
  const mode = resolved(source, catalog.get('PageMode'))
  if (mode instanceof PdfName && ['UseOC', 'UseAttachments'].includes(mode.value)) catalog.delete('PageMode')
}

export function* findInPage(source: ObjectSource, page: PdfDict): Generator<Found> {
  for (const kind of kindsOfTriggers(source, page)) yield { kind, resolve: () => void page.delete('AA') }
}

export function tidyPage(page: PdfDict) {
  keepOnly(page, keptInPages)
}

function keepOnly(dict: PdfDict, kept: ReadonlySet<string>) {
  for (const key of [...dict.keys()]) if (!kept.has(key.value)) dict.delete(key)
}
