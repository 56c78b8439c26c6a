import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { brandKeys } from '../../../shared/pages/brand-keys.ts'
import { brandIn } from '../../../shared/pages/stored-brand.ts'
import { codesOfRecipientKey, codesOfRecipients, noCodesTo } from '../../../shared/personal-links/recipient-codes.ts'
import { minuteMs } from '../../../shared/platform/clock.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import { nodeKey, organizationIn } from '../../../shared/store/entities.ts'
import { getItem, getItems, queryPartition, type Table } from '../../../shared/store/table.ts'
import { isTwinId } from '../../../shared/store/twin-ids.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { codeRecipientOf } from '../model/code-destination.ts'
import { type SignatureRequest, type Signer, signatureRequests } from '../model/request.ts'
import { type CopyGrant, isOfSession, type SignerGrant } from '../model/signer-grant.ts'
import { keyOfToken, onSiteLinkMs, type SigningLink, signingLinkKey, signingLinks } from '../model/signing-link.ts'
import { noProgress, progressBy, signingProgresses, signingProgressKey } from '../model/signing-progress.ts'
import { linkKeys } from './link-keys.ts'
import type { SignerAccess } from './signer-access.ts'

/** One answer for every link that opens nothing, whatever the reason. */
export const noSuchLink = refuse('not_found', 'This link does not exist or no longer works.')

/** How long the browser that opened a link for one session has it. */
const sessionLivesMs = 60 * minuteMs

/** Who asks for what, and when. */
export interface LinkUse {
  readonly access: SignerAccess
  readonly token: string
  readonly sessionSha256: string
  readonly nowMs: number
}

/** What a link lets its holder act on, as it stands now. */
export async function grantOf(table: Table, asked: LinkUse): Promise<SignerGrant | CopyGrant | Refusal<'not_found'>> {
  const key = keyOfToken(asked.token)
  const item = key && (await getItem(table, key))
  const link = item ? fromItem(signingLinks, item) : null
  if (!link || isRetired(link)) return noSuchLink
  const { partition, startingWith } = signatureRequests.partition(link.requestId)
  const request = signatureRequests.decode(await queryPartition(table, partition, startingWith))
  if (!request || request.record.status === 'draft' || !isOpen(link, request, asked)) return noSuchLink
  if (link.signerId === null) return asked.access.alsoOfCopies ? { request, signer: null, link } : noSuchLink
  const signer = request.record.signers.find(({ id }) => id === link.signerId)
  if (!signer || signer.linkGeneration !== link.generation) return noSuchLink
  // The sender has such a link, too. Since they corrected the signer to need no code, nothing else would keep them from signing.
  if (link.expiresAtMs !== null && signer.authMethod === 'none') return noSuchLink
  return await signerGrant(table, { request, signer, link }, asked)
}

/**
 * The progress is read after the request, whose version guards it: what is read too late then meets a newer version, and
 * is decided anew; read before, a wrong code of the same moment could be forgotten. What was sent to the recipient has a
 * version of its own, because other requests change it too.
 */
async function signerGrant(
  table: Table,
  found: { request: SignatureRequest; signer: Signer; link: SigningLink },
  { sessionSha256 }: LinkUse,
): Promise<SignerGrant> {
  const { id: requestId, orgId, entityId } = found.request.record
  const { id: signerId } = found.signer
  const recipient = codeRecipientOf(found.signer, isOfSession(found.link) || isTwinId(orgId) ? orgId : null)
  const own = [signingProgressKey(requestId, signerId), codesOfRecipientKey(recipient)]
  const items = await getItems(table, [...own, nodeKey(orgId), ...brandKeys({ orgId, entityId })])
  const [stored = noProgress(requestId, signerId)] = recordsOf(signingProgresses, items)
  const progress = progressBy(stored, found.link.generation)
  const [codesOfRecipient = noCodesTo(recipient)] = recordsOf(codesOfRecipients, items)
  const organization = organizationIn(items, orgId)
  // Relative to the page, which does not know below which path it is served.
  const brand = brandIn(items, { orgId, entityId }, { organization: organization.name, logos: 'logos/' })
  return { ...found, progress, codesOfRecipient, organization, brand, sessionSha256 }
}

/** Links of a retired key open nothing. */
function isRetired({ key }: SigningLink): boolean {
  return key !== null && !linkKeys().keys.has(key)
}

/** Links in mails stay open; one for a session is for the browser that opened it in time, and for as long as that has it. */
function isOpen(
  { expiresAtMs, session, after = [] }: SigningLink,
  { record: { signers } }: SignatureRequest,
  { access, sessionSha256, nowMs }: LinkUse,
): boolean {
  if (expiresAtMs === null) return true
  if (session) return session.sha256 === sessionSha256 && nowMs < session.untilMs
  // Whoever comes next has as much time from the moment at which the device is handed over.
  const handOvers = signers
    .filter(({ id, signedAt }) => after.includes(id) && signedAt !== null)
    .map(({ signedAt }) => Date.parse(signedAt ?? '') + onSiteLinkMs)
  return access.acceptsUnopened && nowMs < Math.max(expiresAtMs, ...handOvers)
}

/** The link, which belongs to this browser from now on if it is for one session. Another browser may have been faster. */
export function boundToBrowser(
  { work, link, sessionSha256: sha256 }: Pick<SignerGrant, 'link' | 'sessionSha256'> & { readonly work: UnitOfWork },
  nowMs: number,
): SigningLink {
  if (link.expiresAtMs === null || link.session) return link
  const session = { sha256, untilMs: nowMs + sessionLivesMs }
  work.write(
    (TableName) => ({
      Update: {
        TableName,
        Key: signingLinkKey(link.hash),
        UpdateExpression: 'SET #record.#session = :session',
        ConditionExpression:
          'attribute_exists(PK) AND (attribute_not_exists(#record.#session) OR #record.#session.sha256 = :sha256)',
        ExpressionAttributeNames: { '#record': 'record', '#session': 'session' },
        ExpressionAttributeValues: { ':sha256': sha256, ':session': session },
      },
    }),
    noSuchLink,
  )
  return { ...link, session }
}
