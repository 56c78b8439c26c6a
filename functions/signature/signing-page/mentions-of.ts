import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { type Handwriting, maxHandwritingPoints, pointsIn } from '../../../shared/pdf/handwriting.ts'
import { drawingKeys } from '../model/document-keys.ts'
import type { Field, PreparedDrawing } from '../model/field.ts'
import type { StoredMention } from '../model/given-signatures.ts'
import { mentionsMissing, missingMentionsRefusal } from '../model/handwritten-mentions.ts'
import { eventPlaceOf } from '../model/request.ts'
import type { SigningContext } from './signing-context.ts'

/** A mention as it is sent: written on the page, or the SHA-256 of the drawing that was seen there. */
export type SentMention = Handwriting | { readonly sha256: string }
type Sent = Readonly<Record<string, SentMention>>

type MentionRefusal = Refusal<'invalid_input' | 'handwritten_mention_drawing_required'>

/** Why mentions cannot be signed with, or null. A drawing that was replaced since it was seen is not signed. */
export function mentionsRefusal(signerId: string, fields: readonly Field[], sent: Sent): MentionRefusal | null {
  const mentions = new Map(
    fields.filter(({ type }) => type === 'handwritten_mention').map((field) => [field.id, field]),
  )
  const strange = Object.keys(sent).filter((id) => !mentions.has(id))
  if (strange.length > 0)
    return refuse('invalid_input', 'Send only your own handwritten mentions.', { fieldIds: strange })
  const points = Object.values(sent).reduce(
    (sum, mention) => sum + ('strokes' in mention ? pointsIn(mention.strokes) : 0),
    0,
  )
  if (points > maxHandwritingPoints)
    return refuse('invalid_input', `Your mentions have too many points. Send at most ${maxHandwritingPoints} in all.`)
  const unseen = [...mentions.values()].filter(({ id, drawing }) => !isSeen(drawing, sent[id]))
  if (unseen.length > 0)
    return refuse('invalid_input', 'A drawing was changed since you saw it. Load the page again.', {
      reason: 'other_drawing',
      fieldIds: unseen.map(({ id }) => id),
    })
  return missingMentionsRefusal(mentionsMissing({ id: signerId }, fields, new Set(Object.keys(sent))))
}

/** Whether the signer knows of the drawing that will be signed: theirs, or the one that they saw. */
function isSeen(drawing: Field['drawing'], sent: SentMention | undefined): boolean {
  if (sent === undefined) return drawing === undefined
  return 'strokes' in sent || (drawing !== undefined && shownSha256(drawing) === sent.sha256)
}

/** Stores what was written on the page, and names what was drawn before. Undefined where there is no mention. */
export async function storeMentions(
  context: SigningContext,
  fields: readonly Field[],
  sent: Sent,
): Promise<Record<string, StoredMention> | undefined> {
  const stored = await Promise.all(
    fields
      .filter(({ id }) => sent[id] !== undefined)
      .map(async (field): Promise<[string, StoredMention]> => {
        const mention = sent[field.id]
        const isWritten = mention !== undefined && 'strokes' in mention
        return [field.id, isWritten ? await storeWritten(context, mention) : drawnBefore(context, field)]
      }),
  )
  return stored.length === 0 ? undefined : Object.fromEntries(stored)
}

async function storeWritten(
  { request: { record }, signer, work, ids }: SigningContext,
  written: Handwriting,
): Promise<StoredMention> {
  const [{ dropDocument, putStrokes }, { handwritingFile }] = await Promise.all([
    import('../../../shared/store/documents.ts'),
    import('../../../shared/pdf/handwriting.ts'),
  ])
  const { strokes: key } = drawingKeys({ requestId: record.id, signerId: signer.id }, ids())
  work.ifNotCommitted(() => dropDocument(key))
  const stored = await putStrokes(key, handwritingFile(written))
  work.enqueue({ type: 'document.stored', data: { key } }, eventPlaceOf(record))
  return { kind: 'strokes', ...stored }
}

/** SHA-256 of what the document will show of a drawing. */
export function shownSha256({ sha256, strokes }: PreparedDrawing): string {
  return strokes?.sha256 ?? sha256
}

/** What the document will show of a drawing: its strokes where there are some. */
export function drawnBefore(
  { request: { record }, signer }: Pick<SigningContext, 'request' | 'signer'>,
  field: Field,
): StoredMention {
  const { drawing } = field
  if (!drawing) throw new Error(`the mention ${field.id} was not drawn`)
  const keys = drawingKeys({ requestId: record.id, signerId: signer.id }, drawing.id)
  return drawing.strokes
    ? { kind: 'strokes', key: keys.strokes, ...drawing.strokes }
    : { kind: 'picture', key: keys.picture, sha256: drawing.sha256, size: drawing.size }
}
