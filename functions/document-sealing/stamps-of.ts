import type { SignerStamps, StampField } from '../../shared/pdf/stamp.ts'
import { testWatermark } from '../../shared/pdf/watermark.ts'
import type { Field } from '../../shared/signature/field.ts'
import type { RequestRecord, SignatureRequest } from '../../shared/signature/request.ts'
import { signerName } from '../../shared/signature/transitions.ts'
import { authenticationNames } from './evidence-of.ts'

/** Documents of test organizations say so on every page. */
export function watermarkOf({ livemode }: RequestRecord): string | null {
  return livemode ? null : testWatermark
}

/** What is made visible of each signer's signature. */
export function stampsOf({ record, fields }: SignatureRequest): SignerStamps[] {
  return record.signers.map((signer) => {
    if (signer.signedAt === null) throw new Error(`signer ${signer.id} has not signed`)
    return {
      id: signer.id,
      name: signerName(signer),
      email: signer.email,
      authentication: authenticationNames[signer.authMethod],
      signedAt: new Date(signer.signedAt),
      fields: fields.filter((field) => field.signerId === signer.id).flatMap(stampOf),
    }
  })
}

/** A text is stamped as it was filled in before sending; a checkbox as ticked where the signer had to tick it to sign. */
function stampOf({ type, page, x, y, width, height, text, required }: Field): StampField[] {
  const place = { page, x, y, width, height }
  switch (type) {
    case 'signature':
    case 'initials':
    case 'date':
      return [{ ...place, type }]
    case 'text':
      return text === null ? [] : [{ ...place, type, value: text }]
    case 'checkbox':
      return [{ ...place, type, value: required }]
    case 'handwritten_mention':
      throw new Error('a handwritten mention cannot be stamped')
  }
}
