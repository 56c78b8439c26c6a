import { PdfArray, PdfDict, type PdfObject, PdfString } from '@libpdf/core'
import type { ObjectSource } from '../document-objects.ts'
import type { ActiveContentKind } from './kinds.ts'
import { dictionaryAt, isPlainDictionary, nameAt, resolved } from './objects.ts'

const mostChained = 1000

/** Where links may lead to. */
const harmlessAddress = /^(https?:\/\/|mailto:|tel:|www\.)/i

/** What an action is: nothing that counts when it only leads to a place in the document or on the web (ISO 32000-2 §12.6). */
export function kindOfAction(source: ObjectSource, action: PdfObject | undefined): ActiveContentKind | null {
  const dict = resolved(source, action)
  if (dict === null || dict instanceof PdfArray) return null
  if (!isPlainDictionary(dict)) return 'actions'
  if (dict.has('JS')) return 'scripts'
  if (dict.has('Next')) return chainHasScript(source, dict) ? 'scripts' : 'actions'
  const type = nameAt(source, dict, 'S')
  if (type === 'GoTo') return null
  if (type === 'URI') return leadsToWeb(source, dict) ? null : 'actions'
  return type === 'JavaScript' ? 'scripts' : 'actions'
}

function leadsToWeb(source: ObjectSource, action: PdfDict): boolean {
  const address = resolved(source, action.get('URI'))
  return address instanceof PdfString && harmlessAddress.test(Buffer.from(address.bytes).toString('latin1'))
}

function chainHasScript(source: ObjectSource, first: PdfDict): boolean {
  const pending: PdfObject[] = [first]
  const seen = new Set<PdfObject>()
  for (let next = pending.pop(); next && seen.size < mostChained; next = pending.pop()) {
    const action = resolved(source, next)
    if (action instanceof PdfArray) pending.push(...action)
    if (!(action instanceof PdfDict) || seen.has(action)) continue
    seen.add(action)
    if (action.has('JS') || nameAt(source, action, 'S') === 'JavaScript') return true
    const following = action.get('Next')
    if (following) pending.push(following)
  }
  return false
}

/** The kinds of the actions that something triggers (/AA). */
export function kindsOfTriggers(source: ObjectSource, dict: PdfDict): ActiveContentKind[] {
  const triggers = dictionaryAt(source, dict, 'AA')
  if (!triggers) return dict.has('AA') ? ['actions'] : []
  const kinds = [...triggers].map(([, action]) => kindOfAction(source, action) ?? 'actions')
  return kinds.length > 0 ? [...new Set(kinds)] : []
}
