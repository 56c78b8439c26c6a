import type { Input } from '../api.ts'
import type { PlacedField } from './placed-fields.ts'

/** A signer while the request is written. */
export interface DraftSigner {
  readonly key: number
  readonly contactId: string | null
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly authMethod: 'none' | 'email_otp' | 'sms_otp'
}

export interface DraftRequest {
  readonly entityId: string
  readonly title: string
  readonly message: string
  readonly file: File | null
  readonly isSequential: boolean
  readonly signers: readonly DraftSigner[]
  readonly fields: readonly PlacedField[]
}

export const emptySigner = (key: number): DraftSigner => ({
  key,
  contactId: null,
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  authMethod: 'email_otp',
})

type Form = Input<'POST /v1/signature-requests'>['form']

/** The request as the API takes it. */
export function formOf(draft: DraftRequest, file: Blob, isDraft: boolean): Form {
  const { entityId, title, message, isSequential, signers, fields } = draft
  return {
    file,
    data: {
      entityId,
      title,
      message: message || null,
      signingOrder: isSequential ? 'sequential' : 'parallel',
      draft: isDraft,
      signers: signers.map(({ key, ...signer }, index) => ({
        ...signer,
        phone: signer.phone || null,
        ...(isSequential && { order: index + 1 }),
        fields: fields
          .filter((field) => field.signer === key)
          .map(({ key: _, signer: __, label, ...field }) => ({ ...field, ...(label && { label }) })),
      })),
    },
  }
}
