import { PdfArray, PdfDict, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import type { ChangeKind } from './change-kinds.ts'

type Resolve = (ref: PdfRef) => PdfObject | null

const nothing: Resolve = () => null

/** By the level of a certification (/P of DocMDP, ISO 32000-2 table 257); 2 where none is named. */
const permittedByLevel: Readonly<Record<number, ChangeKind>> = {
  1: 'validation_data',
  2: 'form_fill',
  3: 'annotations',
}

/** The most that a certification lets others change; null: the signature is no certification, or of an unknown level. */
export function permittedChanges(signature: PdfDict, resolve: Resolve = nothing): ChangeKind | null {
  const parameters = parametersOf(signature, 'DocMDP', resolve)
  return parameters && (permittedByLevel[parameters.getNumber('P', resolve)?.value ?? 2] ?? 'none')
}

/** Whether a signature locks the field of a name (FieldMDP, ISO 32000-2 §12.8.2.4). */
export function fieldLock(signature: PdfDict, resolve: Resolve = nothing): (name: string) => boolean {
  const parameters = parametersOf(signature, 'FieldMDP', resolve)
  if (!parameters) return () => false
  const names = (parameters.getArray('Fields', resolve)?.toArray() ?? []).map((each) =>
    each instanceof PdfString ? each.asString() : '',
  )
  const isNamed = (name: string) => names.some((each) => name === each || name.startsWith(`${each}.`))
  const action = parameters.getName('Action', resolve)?.value
  if (action === 'Include') return isNamed
  return action === 'Exclude' ? (name) => !isNamed(name) : () => true
}

function parametersOf(signature: PdfDict, method: string, resolve: Resolve): PdfDict | null {
  const references = signature.get('Reference', resolve)
  for (const item of references instanceof PdfArray ? references.toArray() : []) {
    const reference = item instanceof PdfRef ? resolve(item) : item
    if (!(reference instanceof PdfDict) || reference.getName('TransformMethod', resolve)?.value !== method) continue
    return reference.getDict('TransformParams', resolve) ?? new PdfDict()
  }
  return null
}
