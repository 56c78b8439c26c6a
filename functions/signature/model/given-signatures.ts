import { hash } from 'node:crypto'
import * as v from 'valibot'
import {
  type DrawnSignature,
  drawnSignature,
  type GivenMention,
  type GivenOnSigning,
  type GivenSignature,
  type WrittenMention,
} from '../../../shared/pdf/given-signature.ts'
import { canonicalJson } from '../../../shared/platform/canonical-json.ts'
import { type Collection, recordsOf } from '../../../shared/store/collection.ts'
import { type Item, queryPartition, type Table } from '../../../shared/store/table.ts'
import { drawingKeys } from './document-keys.ts'
import { type Field, fieldParts } from './field.ts'
import { requestPartition } from './request.ts'

const typedSchema = v.object({ mode: v.literal('typed'), value: v.string() })
/** Its strokes are JSON, a list of [x, y, pressure] for each: thousands of points as maps are slow to write. */
const drawnSchema = v.object({
  mode: v.literal('drawn'),
  width: v.number(),
  height: v.number(),
  strokes: v.string(),
})
const strokesSchema = v.array(v.array(v.array(v.number())))
/** Its bytes are an object of the documents bucket. */
const uploadedSchema = v.object({
  mode: v.literal('uploaded'),
  key: v.string(),
  sha256: v.string(),
  size: v.number(),
})

/** Made with a key that a vendor keeps. Its bytes are the document up to and with this signature, an object of the documents bucket. */
const remoteSchema = v.object({
  mode: v.literal('remote'),
  key: v.string(),
  sha256: v.string(),
  size: v.number(),
})
export type RemoteSignature = v.InferOutput<typeof remoteSchema>

/** A mention as it was signed with: strokes or a picture, in an object of the documents bucket. */
const storedMentionSchema = v.object({
  kind: v.picklist(['strokes', 'picture']),
  key: v.string(),
  sha256: v.string(),
  size: v.number(),
})
export type StoredMention = v.InferOutput<typeof storedMentionSchema>

const storedGivenSchema = v.object({
  requestId: v.string(),
  signerId: v.string(),
  signature: v.variant('mode', [typedSchema, drawnSchema, uploadedSchema, remoteSchema]),
  /** Of fields by their id: what was written, or true where it was ticked. */
  values: v.record(v.string(), v.union([v.string(), v.literal(true)])),
  /** Handwritten mentions, by the ids of their fields. Absent: there is none. */
  mentions: v.optional(v.record(v.string(), storedMentionSchema)),
})
/** What a signer gave on signing, as it is stored with their signature. */
export type StoredGiven = v.InferOutput<typeof storedGivenSchema>

const sortKeyStart = 'GIVEN#'

/** One a signer; it is written in the commit of their signature, which happens once. */
export const givenSignatures: Collection<StoredGiven> = {
  name: 'given_signature',
  schema: storedGivenSchema,
  key: ({ requestId, signerId }) => ({ PK: requestPartition(requestId), SK: `${sortKeyStart}${signerId}` }),
}

/** The keys of what signers wrote, drew or uploaded, among the items of a request. Some may be named twice. */
export function givenFileKeys(items: readonly Item[]): string[] {
  const given = recordsOf(givenSignatures, items).flatMap(({ signature, mentions = {} }) => [
    ...('key' in signature ? [signature.key] : []),
    ...Object.values(mentions).map(({ key }) => key),
  ])
  const prepared = recordsOf(fieldParts, items).flatMap(({ requestId, fields }) =>
    fields.flatMap((field) => drawingFileKeys(requestId, field)),
  )
  return [...new Set([...given, ...prepared])]
}

/** The objects of a mention that was written before its signer signs. */
export function drawingFileKeys(requestId: string, { signerId, drawing }: Field): string[] {
  if (!drawing) return []
  const { picture, strokes } = drawingKeys({ requestId, signerId }, drawing.id)
  return drawing.strokes ? [picture, strokes] : [picture]
}

/** A drawing as it is stored: to a hundredth of its unit, which is finer than the eye sees. */
export function storedDrawing({ width, height, strokes }: DrawnSignature): v.InferOutput<typeof drawnSchema> {
  const lists = strokes.map((points) =>
    points.map(({ x, y, pressure }) => (pressure === undefined ? [x, y] : [x, y, pressure]).map(rounded)),
  )
  return { mode: 'drawn', width: rounded(width), height: rounded(height), strokes: JSON.stringify(lists) }
}

function drawingOf({ width, height, strokes }: v.InferOutput<typeof drawnSchema>): DrawnSignature {
  const lists = v.parse(strokesSchema, JSON.parse(strokes))
  return v.parse(drawnSignature, {
    width,
    height,
    strokes: lists.map((points) =>
      points.map(([x, y, pressure]) => ({ x, y, ...(pressure !== undefined && { pressure }) })),
    ),
  })
}

const rounded = (value: number) => Math.round(value * 100) / 100

/**
 * SHA-256, in hex, of all that a signer gave, which the step of their signature names: of the canonical JSON of the stored
 * signature, values and mentions. For a file its own hash stands in for its bytes.
 */
export function givenSha256({
  signature,
  values,
  mentions,
}: Pick<StoredGiven, 'signature' | 'values' | 'mentions'>): string {
  const shown = 'key' in signature ? { mode: signature.mode, sha256: signature.sha256 } : signature
  const hashes = mentions && Object.fromEntries(Object.entries(mentions).map(([id, { sha256 }]) => [id, sha256]))
  return hash('sha256', canonicalJson({ signature: shown, values, ...(hashes && { mentions: hashes }) }), 'hex')
}

/** What the signers of a request gave, by their ids. Throws where an image is not the one that was given. */
export async function givenOnSigning(table: Table, requestId: string): Promise<Map<string, GivenOnSigning>> {
  const items = await queryPartition(table, requestPartition(requestId), sortKeyStart)
  const given = new Map<string, GivenOnSigning>()
  for (const { signerId, signature, values, mentions } of recordsOf(givenSignatures, items))
    given.set(signerId, {
      // The document itself has what was signed with a vendor's key.
      ...(signature.mode !== 'remote' && { signature: await givenOf(signature) }),
      values,
      ...(mentions && { mentions: await mentionsOf(mentions) }),
    })
  return given
}

/** The document with the signatures of all who signed so far with keys of a vendor; null before the first. Each is longer than the one before. */
export async function remotelySigned(table: Table, requestId: string): Promise<RemoteSignature | null> {
  const items = await queryPartition(table, requestPartition(requestId), sortKeyStart)
  const all = recordsOf(givenSignatures, items).flatMap(({ signature }) =>
    signature.mode === 'remote' ? [signature] : [],
  )
  return all.toSorted((a, b) => a.size - b.size).at(-1) ?? null
}

async function mentionsOf(mentions: NonNullable<StoredGiven['mentions']>): Promise<Map<string, WrittenMention>> {
  const [{ readDocument, sha256Of }, { asDrawing, handwritingIn }] = await Promise.all([
    import('../../../shared/store/documents.ts'),
    import('../../../shared/pdf/handwriting.ts'),
  ])
  const read = new Map<string, WrittenMention>()
  for (const [fieldId, { kind, key, sha256 }] of Object.entries(mentions)) {
    const bytes = await readDocument(key)
    if (sha256Of(bytes) !== sha256) throw new Error(`the mention ${key} is not the one that was written`)
    const mention: GivenMention =
      kind === 'picture'
        ? { mode: 'uploaded', value: bytes }
        : { mode: 'drawn', value: asDrawing(handwritingIn(bytes)) }
    read.set(fieldId, { ...mention, file: bytes, sha256 })
  }
  return read
}

export async function givenOf(signature: Exclude<StoredGiven['signature'], RemoteSignature>): Promise<GivenSignature> {
  if (signature.mode === 'typed') return signature
  if (signature.mode === 'drawn') return { mode: 'drawn', value: drawingOf(signature) }
  const { readDocument, sha256Of } = await import('../../../shared/store/documents.ts')
  const value = await readDocument(signature.key)
  if (sha256Of(value) !== signature.sha256) throw new Error(`the image ${signature.key} is not the one that was given`)
  return { mode: 'uploaded', value }
}
