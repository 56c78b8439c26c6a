import type { ReaderLocale } from '../../../../shared/platform/locale.ts'
import type { Input } from '../api.ts'
import type { Contact } from '../api-types.ts'
import { currentLocale } from '../language.ts'
import { linesOf } from '../parts/form.tsx'
import type { PlacedField } from './placed-fields.ts'
import type { SignerMethod } from './usable-methods.ts'

/** A signer while the request is written. */
export interface DraftSigner {
  readonly key: number
  readonly contactId: string | null
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly authMethod: SignerMethod
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
  /** As it is typed; empty: as the settings of the entity say. The same of the level and the vendor. */
  readonly expiresInDays: string
  readonly eidasLevel: 'ses' | 'aes' | 'qes' | ''
  readonly vendor: string
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
  expiresInDays: '',
  eidasLevel: '',
  vendor: '',
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
  const { entityId, title, message, followers, expiresInDays, eidasLevel, vendor, signers, fields } = draft
  const isSequential = draft.isSequential && signers.length > 1
  return {
    file,
    data: {
      entityId,
      title,
      message: message || null,
      // Otherwise as is usual with the vendor: some ask one signer after the other, always.
      ...(isSequential && { signingOrder: 'sequential' as const }),
      ...(expiresInDays && { expiresInDays: Number(expiresInDays) }),
      ...(eidasLevel && { eidasLevel }),
      ...(vendor && { vendor }),
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

/** The signers with one of them moved up or down. */
export function movedSigner(signers: readonly DraftSigner[], key: number, by: -1 | 1): DraftSigner[] {
  const from = signers.findIndex((signer) => signer.key === key)
  const [moving, others] = [signers[from], signers.filter((signer) => signer.key !== key)]
  return moving ? others.toSpliced(from + by, 0, moving) : others
}

/** Whether a signer above has the same e-mail address, which the API refuses. */
export function isTwice(signers: readonly DraftSigner[], { key, email }: DraftSigner): boolean {
  const written = ({ email }: Pick<DraftSigner, 'email'>) => email.trim().toLowerCase()
  const first = signers.find((signer) => written(signer) === written({ email }))
  return email.trim() !== '' && first !== undefined && first.key !== key
}
