import type { ReaderLocale } from '../../../../shared/platform/locale.ts'
import type { Input } from '../api.ts'
import type { Contact } from '../api-types.ts'
import { currentLocale } from '../language.ts'
import { linesOf } from '../parts/form.tsx'
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
  /** Of the e-mails and the pages to sign. */
  readonly locale: ReaderLocale
}

export interface DraftRequest {
  readonly entityId: string
  readonly title: string
  readonly message: string
  readonly file: File | null
  readonly isSequential: boolean
  /** Who gets the signed document as well: e-mail addresses, one a line. */
  readonly followers: string
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
  locale: currentLocale(),
})

export const emptyRequest = (entityId: string): DraftRequest => ({
  entityId,
  title: '',
  message: '',
  file: null,
  isSequential: false,
  followers: '',
  signers: [emptySigner(1)],
  fields: [],
})

/** What a contact brings along to sign. */
export function signerOf({
  id,
  firstName,
  lastName,
  companyName,
  email,
  mobilePhone,
}: Contact): Omit<DraftSigner, 'key' | 'authMethod'> {
  return {
    contactId: id,
    firstName: firstName ?? '',
    lastName: lastName ?? companyName ?? '',
    email: email ?? '',
    phone: mobilePhone ?? '',
    locale: currentLocale(),
  }
}

type Form = Input<'POST /v1/signature-requests'>['form']

/** The request as the API takes it. */
export function formOf(draft: DraftRequest, file: Blob, isDraft: boolean): Form {
  const { entityId, title, message, isSequential, followers, signers, fields } = draft
  return {
    file,
    data: {
      entityId,
      title,
      message: message || null,
      signingOrder: isSequential ? 'sequential' : 'parallel',
      draft: isDraft,
      followers: linesOf(followers).map((email) => ({ email })),
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
