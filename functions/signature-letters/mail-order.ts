import type { LetterKind } from '../../events/internal.ts'
import type { MailOrder } from '../../shared/mail/send-mail.ts'
import type { RequestRecord, Signer } from '../../shared/signature/request.ts'

/** The kind of the mail or SMS that brings a letter. */
export const kindOf = (letter: LetterKind) => `signature_${letter}`

/** One letter to one person. `cause`: the id of the event that it is written for. */
export function mailOrderOf(
  { id, orgId, livemode }: RequestRecord,
  letter: {
    readonly letter: LetterKind
    readonly cause: string
    readonly to: { readonly email: string; readonly signer: Signer | null }
  },
): MailOrder {
  const { email: recipient, signer } = letter.to
  const resource = { type: 'signature_request', id }
  const reference = { orgId, livemode, resource, recipientId: signer?.id ?? null }
  return { cause: letter.cause, recipient, kind: kindOf(letter.letter), reference }
}
