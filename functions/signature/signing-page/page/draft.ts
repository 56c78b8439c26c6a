import { isLongEnough } from '../../../../shared/pdf/handwriting-length.ts'
import { isVisible } from '../../../../shared/platform/visible-text.ts'
import type {
  DrawnSignature,
  GivenMention,
  MentionField,
  SignatureValue,
  SigningField,
  SigningState,
  WrittenPoint,
  You,
} from './signing-state.ts'

export type SignatureMode = SignatureValue['mode']

export interface UploadedImage {
  readonly name: string
  /** `data:image/png;base64,…` */
  readonly dataUrl: string
}

/** What a person has entered and not yet signed. It outlives errors and steps back. */
export interface Draft {
  readonly values: Readonly<Record<string, string | boolean>>
  readonly mode: SignatureMode
  readonly typed: string
  readonly drawn: DrawnSignature['strokes']
  readonly uploaded: UploadedImage | null
  /** Handwritten mentions as they were written, by the ids of their fields. */
  readonly mentions: Readonly<Record<string, readonly (readonly WrittenPoint[])[]>>
  readonly isAccepted: boolean
  /** Whether the person has seen their signature; before that the fields for it are empty. */
  readonly hasSeenSignature: boolean
}

/** The box in which strokes are drawn, whatever its size on the screen. */
export const drawingBox = { width: 600, height: 200 } as const

/** The one in which mentions are written. */
export const mentionBox = { width: 1000, height: 360 } as const

export const emptyDraft: Draft = {
  values: {},
  mode: 'typed',
  typed: '',
  drawn: [],
  uploaded: null,
  mentions: {},
  isAccepted: false,
  hasSeenSignature: false,
}

export function draftFor({ you, fields }: SigningState): Draft {
  const texts = fields.filter(({ type }) => type === 'text').map(({ id, text }) => [id, text ?? ''])
  return { ...emptyDraft, values: Object.fromEntries(texts), typed: nameOf(you) }
}

export function nameOf({ firstName, lastName }: Pick<You, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The first letter of each part of a name, as it will be stamped: `Jean-Paul Émile Dupont` gives `JPÉD`. */
export function initialsOf(name: string): string {
  const line = name.normalize('NFC').trim()
  const words = line.match(/[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'’]|\u200c|\u200d)*/gu) ?? [line]
  return words.map((word) => firstGrapheme(word).toLocaleUpperCase('und')).join('')
}

function firstGrapheme(text: string): string {
  for (const { segment } of graphemes.segment(text)) return segment
  return ''
}

/** Whether leaving would lose something that the person entered. */
export function hasEntries(draft: Draft, state: SigningState): boolean {
  const { values, typed } = draftFor(state)
  const isChanged = (id: string) => (draft.values[id] ?? '') !== (values[id] ?? '') && draft.values[id] !== false
  return (
    Object.keys(draft.values).some(isChanged) ||
    draft.typed !== typed ||
    draft.drawn.length > 0 ||
    draft.uploaded !== null
  )
}

/** The signature as it stands, or null while there is none. */
export function signatureOf({ mode, typed, drawn, uploaded }: Draft): SignatureValue | null {
  if (mode === 'typed') return isVisible(typed) ? { mode, value: typed.trim() } : null
  if (mode === 'drawn') return isDrawn(drawn) ? { mode, value: { ...drawingBox, strokes: drawn } } : null
  return uploaded ? { mode, value: uploaded.dataUrl.slice(uploaded.dataUrl.indexOf(',') + 1) } : null
}

/** A tap is not a signature. */
export function isDrawn(strokes: Draft['drawn']): boolean {
  return strokes.some((stroke) => stroke.length > 1)
}

/** The service refuses a mention that is too short to be a sentence. */
export function isSentence(strokes: Draft['drawn']): boolean {
  return isDrawn(strokes) && isLongEnough(strokes, mentionBox.width)
}

/** A date is that of signing, and initials follow from the name: there is nothing to fill in. */
export function isForFilling({ type }: SigningField): boolean {
  return type === 'text' || type === 'checkbox' || type === 'signature' || type === 'handwritten_mention'
}

export function isFilled(field: SigningField, draft: Draft): boolean {
  const { id, type } = field
  if (type === 'handwritten_mention') return isWritten(field, draft)
  if (type === 'signature') return draft.hasSeenSignature && signatureOf(draft) !== null
  const value = draft.values[id]
  return type === 'checkbox' ? value === true : typeof value === 'string' && isVisible(value)
}

export function mentionsIn(fields: readonly SigningField[]): MentionField[] {
  return inReadingOrder(fields).filter((field) => field.type === 'handwritten_mention')
}

/** Whether a mention was written here, or drawn before. */
export function isWritten({ id, drawingSha256 }: MentionField, { mentions }: Draft): boolean {
  return drawingSha256 !== null || isSentence(mentions[id] ?? [])
}

/** Whether a mention that has to be written is not. */
export function isMentionMissing(fields: readonly SigningField[], draft: Draft): boolean {
  return mentionsIn(fields).some((field) => field.required && !isWritten(field, draft))
}

/** The mentions to sign with. */
export function givenMentions(fields: readonly SigningField[], { mentions }: Draft): Record<string, GivenMention> {
  const given: Record<string, GivenMention> = {}
  for (const { id, drawingSha256 } of mentionsIn(fields)) {
    const strokes = mentions[id] ?? []
    if (isSentence(strokes)) given[id] = { ...mentionBox, strokes }
    else if (drawingSha256 !== null) given[id] = { sha256: drawingSha256 }
  }
  return given
}

/** The fields in the order of reading: by page, from top to bottom, and from left to right. */
export function inReadingOrder(fields: readonly SigningField[]): SigningField[] {
  return fields.toSorted((a, b) => a.page - b.page || a.y - b.y || a.x - b.x)
}

/** Required texts and checkboxes that are still empty; a signature is made in a step of its own. */
export function missingFields(fields: readonly SigningField[], draft: Draft): SigningField[] {
  return inReadingOrder(fields).filter(
    (field) => field.required && (field.type === 'text' || field.type === 'checkbox') && !isFilled(field, draft),
  )
}

/** The next empty field after the given one, going on from the first page after the last one. */
export function nextField(fields: readonly SigningField[], draft: Draft, afterId: string | null): SigningField | null {
  const ordered = inReadingOrder(fields).filter(isForFilling)
  const start = ordered.findIndex(({ id }) => id === afterId) + 1
  const around = [...ordered.slice(start), ...ordered.slice(0, start)]
  return around.find((field) => !isFilled(field, draft)) ?? null
}

/** The values to sign with: texts that are not empty, and ticked checkboxes. */
export function valuesOf(fields: readonly SigningField[], { values }: Draft): Record<string, string | true> {
  const filled: Record<string, string | true> = {}
  for (const { id, type } of fields) {
    const value = values[id]
    if (type === 'checkbox' && value === true) filled[id] = true
    if (type === 'text' && typeof value === 'string' && isVisible(value)) filled[id] = value.trim()
  }
  return filled
}
