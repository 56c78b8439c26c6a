import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { EmailDependencies } from '../../../shared/mail/email-dependencies.ts'
import { currentMac, pageToken } from '../../../shared/personal-links/signing-secrets.ts'
import { toItem } from '../../../shared/store/collection.ts'
import { type LinkTarget, type PageLink, pageLinks, purposeOf, tokenHash } from '../model/page-link.ts'

const pathOf = { recipient: 'r', owner: 'a', follower: 'p' } as const

/** The address of a link, which works from now on. Each e-mail for the same target has the same link. */
export async function linkTo(
  { table, clock, macKeys, pageUrl }: EmailDependencies,
  target: LinkTarget,
  { orgId, livemode }: { readonly orgId: string; readonly livemode: boolean },
): Promise<string> {
  const token = await pageToken(currentMac(macKeys), purposeOf(target))
  const link: PageLink = {
    hash: tokenHash(token),
    key: macKeys.current,
    target,
    createdAtMs: clock(),
    testOrgId: livemode ? null : orgId,
  }
  const Item = toItem(pageLinks, link)
  const put = new PutCommand({ TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(PK)' })
  // The item of a link is the same each time but for its age, of which the first counts.
  await table.client.send(put).catch((error: unknown) => {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  })
  return `${pageUrl}/${pathOf[target.page]}/${token}`
}
