import type { EmailKind } from '../../../events/internal.ts'
import type { MailOrder } from '../../../shared/mail/send-mail.ts'
import type { RequestRecord, Signer } from '../model/request.ts'

/** The kind of the mail or SMS that brings an e-mail. */
export const kindOf = (emailKind: EmailKind) => `signature_${emailKind}`

/** One e-mail to one person. `cause`: the id of the event that it is written for; `budget`: what it counts against. */
export function mailOrderOf(
  { id, orgId, livemode }: RequestRecord,
  emailKind: {
    readonly emailKind: EmailKind
    readonly cause: string
    readonly to: { readonly email: string; readonly signer: Signer | null }
    readonly budget: MailOrder['budget']
  },
): MailOrder {
  const { email: recipient, signer } = emailKind.to
  const resource = { type: 'signature_request', id }
  const reference = { orgId, livemode, resource, recipientId: signer?.id ?? null }
  return { cause: emailKind.cause, recipient, kind: kindOf(emailKind.emailKind), reference, budget: emailKind.budget }
}
