import * as v from 'valibot'
import { uuid } from '../../../shared/platform/ids.ts'
import { registeredMailTypes } from '../../../shared/store/settings-fields.ts'
import { vendorNamed } from '../vendors/vendors.ts'
import { type SenderAccount, senderAccountSchema } from './sender-account.ts'

const { providerId: _, livemode: __, ...shown } = senderAccountSchema.entries

export const senderAccountView = v.pipe(
  v.object({
    ...shown,
    id: uuid,
    types: v.pipe(
      v.array(v.picklist(registeredMailTypes)),
      v.description('The types of registered mail that the account can send.'),
    ),
    vendorAccountRef: v.pipe(v.nullable(v.string()), v.description('Masked but for its last four characters.')),
    lastUsedAt: v.nullable(v.string()),
  }),
  v.title('SenderAccount'),
)

export function toSenderAccount(
  account: SenderAccount,
  lastUsedAt: string | null,
): v.InferOutput<typeof senderAccountView> {
  const { providerId: _, livemode: __, vendorAccountRef, ...rest } = account
  return {
    ...rest,
    types: [...(vendorNamed(account.vendor)?.capabilities.types ?? [])],
    vendorAccountRef: vendorAccountRef && masked(vendorAccountRef),
    lastUsedAt,
  }
}

function masked(text: string): string {
  return `••••${text.slice(-4)}`
}
