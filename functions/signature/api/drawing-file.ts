import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { FileRule } from '../../../shared/http/body.ts'
import { imageFaultMessages, maxImageBytes } from '../../../shared/images/image-fault.ts'
import type { Proposal } from './proposal.ts'

/** The size of a picture, in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** The picture of a handwritten mention. */
export const drawingFile = {
  contentType: 'image/png',
  maxBytes: maxImageBytes,
  missing: 'file_required',
  tooLarge: 'file_too_large',
  unreadable: 'invalid_input',
  read: async (bytes: Uint8Array) => await pictureSizeOf(bytes),
} as const satisfies FileRule<PictureSize>

/** How the parts of a form are named that bring drawings with a new request; the id of the field follows. */
export const drawingPartStart = 'drawing:'

/** The size of a PNG, or why it cannot be used. It is read in a process of its own. */
export async function pictureSizeOf(bytes: Uint8Array): Promise<PictureSize | Refusal<'invalid_input'>> {
  const [{ isPng }, { formOfImage }] = await Promise.all([
    import('../../../shared/images/png-file.ts'),
    import('../../../shared/images/read-image.ts'),
  ])
  if (!isPng(bytes)) return refuse('invalid_input', 'The drawing is not a PNG. Send a PNG.', { reason: 'not_a_png' })
  const form = await formOfImage(bytes)
  if (typeof form !== 'string') return refuse('invalid_input', imageFaultMessages[form.fault], { reason: form.fault })
  // Its header was checked: width and height are the first that a PNG says.
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) }
}

/** What comes beside a request as parts of its form: pictures by the ids of their fields. */
export function drawingParts(parts: ReadonlyMap<string, Uint8Array> = new Map()): Map<string, Uint8Array> {
  return new Map([...parts].map(([name, bytes]) => [name.slice(drawingPartStart.length).toLowerCase(), bytes]))
}

/** The first thing that is wrong with pictures that come with a request, or null. */
export async function drawingsRefusal(
  drawings: ReadonlyMap<string, Uint8Array>,
  signers: Proposal['signers'],
): Promise<Refusal<'invalid_input'> | null> {
  const mentions = signers.flatMap(({ fields }) => fields.filter(({ type }) => type === 'handwritten_mention'))
  const mentionIds = new Set(mentions.map(({ id }) => id))
  for (const [fieldId, bytes] of drawings) {
    const refusal = mentionIds.has(fieldId) ? await pictureRefusal(bytes) : unknownField(fieldId)
    if (refusal) return { ...refusal, details: { ...refusal.details, part: `${drawingPartStart}${fieldId}` } }
  }
  return null
}

async function pictureRefusal(bytes: Uint8Array): Promise<Refusal<'invalid_input'> | null> {
  if (bytes.length > drawingFile.maxBytes)
    return refuse('invalid_input', imageFaultMessages.too_large, { reason: 'too_large' })
  const size = await pictureSizeOf(bytes)
  return isRefusal(size) ? size : null
}

function unknownField(fieldId: string): Refusal<'invalid_input'> {
  return refuse(
    'invalid_input',
    `No handwritten mention of this request has the id ${fieldId}. Send ids with its fields.`,
  )
}
