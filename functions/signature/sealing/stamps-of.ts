import type { GivenMention, GivenOnSigning } from '../../../shared/pdf/given-signature.ts'
import type { SignerStamps, StampField } from '../../../shared/pdf/stamp.ts'
import { readerLocaleOf } from '../../../shared/platform/locale.ts'
import { writtenDay, writtenTime } from '../../../shared/platform/written-date.ts'
import type { Field } from '../model/field.ts'
import type { SignatureRequest } from '../model/request.ts'
import { signerName } from '../model/transitions.ts'
import { verificationIdOf } from '../model/verification-id.ts'

/** What is made visible of each signer's signature. What they gave is found by their id. */
export function stampsOf(
  { record, fields }: Pick<SignatureRequest, 'record' | 'fields'>,
  given: ReadonlyMap<string, GivenOnSigning> = new Map(),
): SignerStamps[] {
  return record.signers.map((signer) => {
    if (signer.signedAt === null) throw new Error(`signer ${signer.id} has not signed`)
    const own = given.get(signer.id)
    const signedAtMs = Date.parse(signer.signedAt)
    const locale = readerLocaleOf(signer.locale)
    const signedOn = writtenDay(signedAtMs, record.timeZone, locale)
    return {
      id: signer.id,
      name: signerName(signer),
      locale: signer.locale,
      time: writtenTime(signedAtMs, record.timeZone, locale),
      verificationId: verificationIdOf(record.id),
      fields: fields
        .filter((field) => field.signerId === signer.id)
        .flatMap((field) =>
          field.type === 'handwritten_mention'
            ? mentionStamp(field, own?.mentions?.get(field.id))
            : stampOf(field, own ? (own.values[field.id] ?? null) : undefined, signedOn),
        ),
      ...(own?.signature && { signature: own.signature }),
    }
  })
}

/**
 * A text or a checkbox shows what its signer gave, and nothing where they left it empty (null): what was filled in for them
 * they have seen, and taken out. Where it is not known what they gave (undefined), a text shows what was filled in before
 * sending, and a checkbox is ticked where the signer had to tick it to sign.
 */
function stampOf(field: Field, value: string | boolean | null | undefined, signedOn: string): StampField[] {
  const { type, page, x, y, width, height, text, required } = field
  const place = { page, x, y, width, height }
  switch (type) {
    case 'signature':
    case 'initials':
      return [{ ...place, type }]
    case 'date':
      return [{ ...place, type, value: signedOn }]
    case 'text':
      return textStamp(place, value === undefined ? text : typeof value === 'string' ? value : null)
    case 'checkbox':
      return [{ ...place, type, value: value === undefined ? required : value === true }]
    case 'handwritten_mention':
      return []
  }
}

/** A mention that nobody had to write, and nobody wrote, leaves its field empty. */
function mentionStamp({ id, page, x, y, width, height, required }: Field, drawing?: GivenMention): StampField[] {
  if (drawing) return [{ page, x, y, width, height, type: 'handwritten_mention', drawing }]
  if (required) throw new Error(`the handwritten mention ${id} was not written`)
  return []
}

function textStamp(place: Pick<Field, 'page' | 'x' | 'y' | 'width' | 'height'>, value: string | null): StampField[] {
  return value === null || value.trim() === '' ? [] : [{ ...place, type: 'text', value }]
}
