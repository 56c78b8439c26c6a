import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { copyToken, currentMac, linkToken } from '../../../shared/personal-links/signing-secrets.ts'
import { toItem } from '../../../shared/store/collection.ts'
import type { RequestRecord, Signer } from '../model/request.ts'
import { type SigningLink, signingLinks, tokenHash } from '../model/signing-link.ts'
import type { EmailDependencies } from './dependencies.ts'

/** The address of a signer's personal link, which works from now on. */
export async function signingUrl(
  dependencies: EmailDependencies,
  record: RequestRecord,
  signer: Signer,
): Promise<string> {
  const { id, frameOrigins } = record
  const generation = signer.linkGeneration
  const token = await linkToken(currentMac(dependencies.macKeys), { requestId: id, signerId: signer.id }, generation)
  await keepLink(dependencies, token, {
    requestId: id,
    signerId: signer.id,
    generation,
    frameOrigins,
    ...testOrgOf(record),
  })
  return `${dependencies.pageUrl}/sign/${token}`
}

/** Where members look at the request, once they have signed in. */
export function consoleUrl({ pageUrl }: EmailDependencies, { id, orgId }: RequestRecord): string {
  return `${pageUrl}/console#/o/${orgId}/signature-requests/${id}`
}

/** The address of the sealed document for somebody who does not sign, which works from now on. */
export async function copyUrl(dependencies: EmailDependencies, record: RequestRecord, email: string): Promise<string> {
  const { id } = record
  const token = await copyToken(currentMac(dependencies.macKeys), id, email)
  await keepLink(dependencies, token, {
    requestId: id,
    signerId: null,
    generation: 0,
    frameOrigins: [],
    ...testOrgOf(record),
  })
  return `${dependencies.pageUrl}/sign/${token}/document?variant=signed`
}

/** A reset of a test organization finds its links by it. */
function testOrgOf({ livemode, orgId }: RequestRecord): Pick<SigningLink, 'testOrgId'> {
  return livemode ? {} : { testOrgId: orgId }
}

/** The item of a link is the same each time but for its age, of which the first counts. */
async function keepLink(
  { table, clock, macKeys }: EmailDependencies,
  token: string,
  to: Pick<SigningLink, 'requestId' | 'signerId' | 'generation' | 'frameOrigins' | 'testOrgId'>,
): Promise<void> {
  const link = {
    hash: tokenHash(token),
    key: macKeys.current,
    ...to,
    expiresAtMs: null,
    session: null,
    createdAtMs: clock(),
  }
  const Item = toItem(signingLinks, link)
  const put = new PutCommand({ TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(PK)' })
  await table.client.send(put).catch((error: unknown) => {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  })
}
