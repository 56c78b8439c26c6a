import { PdfArray, PdfDict, PdfName, type PdfObject, PdfRef } from '@libpdf/core'
import type { ObjectSource } from '../document-objects.ts'
import { arrayAt, dictionaryAt, nameAt, resolved } from './objects.ts'

type Expression = (string | Expression)[]

/** Readers give up beyond. */
const deepestExpression = 10

/**
 * Which layers (ISO 32000-2 §8.11) our page shows: what pdf.js does for display, in all its details, so that the resolved
 * document looks as the upload did. Usage for viewing counts whether or not /AS says so; /Intent and zoom do not count.
 */
export class LayerVisibility {
  readonly #source: ObjectSource
  readonly #groups = new Map<string, boolean>()

  constructor(source: ObjectSource) {
    this.#source = source
    const properties = dictionaryAt(source, source.getCatalog(), 'OCProperties')
    const configuration = properties && dictionaryAt(source, properties, 'D')
    if (!properties || !configuration) return
    const isOnAtFirst = nameAt(source, configuration, 'BaseState') !== 'OFF'
    for (const group of arrayAt(source, properties, 'OCGs'))
      if (group instanceof PdfRef && resolved(source, group) instanceof PdfDict)
        this.#groups.set(String(group), isOnAtFirst)
    this.#set(arrayAt(source, configuration, 'ON'), true)
    this.#set(arrayAt(source, configuration, 'OFF'), false)
    for (const group of arrayAt(source, properties, 'OCGs'))
      if (group instanceof PdfRef && this.#isOffForViewing(group)) this.#set([group], false)
  }

  /** `membership`: a group or a membership dictionary, as /OC or a property list refers to it. */
  isVisible(membership: PdfObject | undefined): boolean {
    const dict = resolved(this.#source, membership)
    if (this.#groups.size === 0 || !(dict instanceof PdfDict)) return true
    const type = nameAt(this.#source, dict, 'Type')
    if (type === 'OCG') return membership instanceof PdfRef ? this.#isOn(String(membership)) : true
    return type === 'OCMD' ? this.#isMembershipVisible(dict) : true
  }

  #set(groups: readonly PdfObject[], isOn: boolean) {
    for (const group of groups)
      if (group instanceof PdfRef && this.#groups.has(String(group))) this.#groups.set(String(group), isOn)
  }

  #isOffForViewing(ref: PdfRef): boolean {
    const group = resolved(this.#source, ref)
    const usage = group instanceof PdfDict ? dictionaryAt(this.#source, group, 'Usage') : null
    const view = usage && dictionaryAt(this.#source, usage, 'View')
    return view !== null && nameAt(this.#source, view, 'ViewState') === 'OFF'
  }

  /** What is no group of the document is on. */
  #isOn(group: string): boolean {
    return this.#groups.get(group) ?? true
  }

  #isMembershipVisible(dict: PdfDict): boolean {
    const given = resolved(this.#source, dict.get('VE'))
    const expression = given instanceof PdfArray ? this.#expression(given, 1) : []
    if (expression.length > 0) return this.#evaluate(expression)
    const groups = this.#groupsOf(dict)
    return groups === null || this.#holds(nameAt(this.#source, dict, 'P') ?? 'AnyOn', groups)
  }

  #groupsOf(dict: PdfDict): string[] | null {
    const raw = dict.get('OCGs')
    const value = resolved(this.#source, raw)
    if (value instanceof PdfArray) return value.toArray().map(String)
    return value instanceof PdfDict ? [String(raw)] : null
  }

  /** Whether a policy holds. A group that the document does not list decides for visible when its turn comes. */
  #holds(policy: string, groups: readonly string[]): boolean {
    for (const group of groups) {
      const isOn = this.#groups.get(group)
      if (isOn === undefined) return true
      if (policy === 'AnyOn' && isOn) return true
      if (policy === 'AnyOff' && !isOn) return true
      if (policy === 'AllOn' && !isOn) return false
      if (policy === 'AllOff' && isOn) return false
    }
    return policy !== 'AnyOn' && policy !== 'AnyOff'
  }

  /** References to groups and nested expressions behind an operator; nothing where the operator is unknown. */
  #expression(array: PdfArray, depth: number): Expression {
    const [first, ...rest] = array.toArray()
    const operator = resolved(this.#source, first)
    const isKnown = operator instanceof PdfName && ['And', 'Or', 'Not'].includes(operator.value)
    if (depth > deepestExpression || rest.length === 0 || !isKnown) return []
    const terms = rest.flatMap((raw): Expression => {
      const term = resolved(this.#source, raw)
      if (term instanceof PdfArray) return [this.#expression(term, depth + 1)]
      return raw instanceof PdfRef ? [String(raw)] : []
    })
    return [operator.value, ...terms]
  }

  #evaluate([operator, ...terms]: Expression): boolean {
    if (terms.length === 0) return true
    for (const term of terms) {
      const state = typeof term === 'string' ? this.#groups.get(term) : this.#evaluate(term)
      if (state === undefined) return true
      if (operator === 'And' && !state) return false
      if (operator === 'Or' && state) return true
      if (operator === 'Not') return !state
    }
    return operator === 'And'
  }
}
