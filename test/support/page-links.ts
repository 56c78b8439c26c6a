import { linkTo } from '../../functions/registered-mail/emails/links.ts'
import { type LinkTarget, purposeOf } from '../../functions/registered-mail/model/page-link.ts'
import {
  senderVerificationKey,
  senderVerifications,
} from '../../functions/registered-mail/model/sender-verification.ts'
import type { EmailDependencies } from '../../shared/mail/email-dependencies.ts'
import type { SignerCode } from '../../shared/personal-links/code-proof.ts'
import { kmsMacKeys } from '../../shared/personal-links/kms-mac.ts'
import { macUnder, pageCode } from '../../shared/personal-links/signing-secrets.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { getItem } from '../../shared/store/table.ts'
import { type CallOptions, call, demand } from './client.ts'
import { cloud } from './cloud.ts'
import { formOf } from './link-pages.ts'
import { mailDependencies } from './mail.ts'
import { kms, table } from './tenant.ts'

function macKeys() {
  return kmsMacKeys(kms(), cloud().resources.SigningSecretsKeys ?? '')
}

/** What the job that writes e-mails has. Links in its e-mails are paths. */
export function pageMailDependencies(): EmailDependencies {
  return { ...mailDependencies(), macKeys: macKeys(), pageUrl: '' }
}

/** The path of a link's page, as the job that writes e-mails makes it. */
export async function pagePathOf(target: LinkTarget, of: { orgId: string; livemode: boolean }): Promise<string> {
  return await linkTo(pageMailDependencies(), target, of)
}

/** The page of the owner of a sender account. */
export async function ownerPathOf({ id: senderId, orgId }: { id: string; orgId: string }): Promise<string> {
  return await pagePathOf({ page: 'owner', senderId }, { orgId, livemode: false })
}

/** The code that was sent last to the owner of a sender account. */
export async function ownerCodeOf({ id: senderId, email }: { id: string; email: string }): Promise<string> {
  const item = await getItem(table(), senderVerificationKey(senderId))
  if (!item) throw new Error('the owner has requested no code')
  return await codeOf({ page: 'owner', senderId }, fromItem(senderVerifications, item).code, email)
}

export async function codeOf(target: LinkTarget, { counter, key }: SignerCode, email: string): Promise<string> {
  return await pageCode(macUnder(macKeys(), key), purposeOf(target), counter, email)
}

/** What a button of a page sends, as a browser does. */
export async function pageForm(
  path: string,
  action: string,
  fields: Record<string, string> = {},
  cookie: string | null = null,
): Promise<CallOptions> {
  const page = await call('GET', path, { headers: { ...(cookie && { Cookie: cookie }) } })
  demand(page, 200)
  const held = cookie ?? page.headers.get('set-cookie')?.split(';')[0] ?? ''
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Sec-Fetch-Site': 'same-origin',
    Cookie: held,
  }
  return { token: null, body: new URLSearchParams({ ...formOf(page.text, action), ...fields }).toString(), headers }
}
