import { systemClock } from '../../../../shared/platform/clock.ts'
import type { OpenConnection } from '../../../../shared/store/vendor-calls.ts'
import type { RegisteredMailVendor } from '../registered-mail-vendor.ts'
import { vendorFailureOf } from '../vendor-failure.ts'
import { ar24Facts } from './ar24-facts.ts'
import { accessTo, ar24VendorKey, atAr24, findItem, sendItem } from './ar24-items.ts'
import { getMail, getProof } from './ar24-mails.ts'
import { reportsOf } from './ar24-record.ts'
import { checkAccess, createAccount, linkAccount, readAccount } from './ar24-senders.ts'

const { requestTimeoutMs, prepareTimeoutMs } = ar24Facts
const orFailure = <Result>(call: () => Promise<Result>) => vendorFailureOf(ar24VendorKey, call)

/** The calls of the port that reach AR24. They are loaded with the first of them. */
export const ar24Calls = {
  createSender: (platform, sender) =>
    orFailure(() => atAr24(platform, sender, requestTimeoutMs, (access) => createAccount(access, sender))),
  linkSender: (platform, sender) =>
    orFailure(() => atAr24(platform, sender, requestTimeoutMs, (access) => linkAccount(access, sender))),
  readSender: (platform, sender) =>
    orFailure(() => atAr24(platform, sender, requestTimeoutMs, (access) => readAccount(access, sender))),
  findByReference: (platform, item, reference) => orFailure(() => findItem(platform, item, reference)),
  submit: (platform, item, reference) => orFailure(() => sendItem(platform, item, reference)),
  read: (platform, item) =>
    orFailure(async () => {
      if (item.vendorItemId === null) return []
      const mail = await atAr24(platform, item, requestTimeoutMs, (access) => getMail(access, item))
      return reportsOf(mail, systemClock())
    }),
  fetchProof: (platform, item, kind) =>
    atAr24(
      platform,
      item,
      prepareTimeoutMs,
      async (access) => await getProof(access, await getMail(access, item), kind),
    ),
} satisfies Partial<RegisteredMailVendor>

export async function checkAr24(connection: OpenConnection): Promise<void> {
  await checkAccess(accessTo(connection, requestTimeoutMs))
}
