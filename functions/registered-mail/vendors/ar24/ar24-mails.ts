import * as v from 'valibot'
import { boundedBytes } from '../../../../shared/platform/bounded-answer.ts'
import { sha256Of } from '../../../../shared/store/documents.ts'
import { transportFault, VendorRefused, VendorUnavailable } from '../../../../shared/store/vendor-calls.ts'
import { type Item, type ProofKind, submissionReference } from '../../model/item.ts'
import { type Ar24Access, askAr24, baseUrlOf, ownConnection } from './ar24-client.ts'
import { parisTime } from './ar24-crypto.ts'
import { ar24Facts } from './ar24-facts.ts'
import { type Ar24Mail, mailRecord, proofUrlIn } from './ar24-record.ts'

const { paths, sentMails } = ar24Facts

/** Everything that AR24 is told of a mail to one recipient. */
export interface MailToSend {
  readonly item: Item
  readonly reference: string
  /** The sender's account at AR24. */
  readonly userId: string
  readonly subject: string
  readonly html: string
  readonly attachmentIds: readonly string[]
  /** Of qualified mail. */
  readonly otpHash: string | null
  readonly webhookUrl: string
}

/** Sends a mail. AR24 sends it again each time that it is asked. */
export async function postMail(access: Ar24Access, mail: MailToSend): Promise<Ar24Mail> {
  const { item, reference, userId, subject, html, attachmentIds, otpHash, webhookUrl } = mail
  const attachments = attachmentIds.map((id, index) => [`attachment[${index}]`, id] as const)
  const fields = {
    id_user: userId,
    to_firstname: item.firstName,
    to_lastname: item.lastName,
    to_company: item.company,
    to_email: item.email,
    dest_statut: item.kind === 'individual' ? 'particulier' : 'professionnel',
    content: ar24Facts.subjectInContent ? `<h1>${escaped(subject)}</h1>${html}` : html,
    ref_dossier: item.mailReference,
    ref_client: reference,
    payment_slug: access.connection.credentials.paymentSlug ?? null,
    webhook: webhookUrl,
    ...(otpHash !== null && { eidas: '1', auth_otp_hash: otpHash }),
    ...Object.fromEntries(attachments),
  }
  return await askAr24(access, { method: 'POST', path: paths.mail, fields }, mailRecord)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const uploaded = v.object({ file_id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)) })

/** Stores a file at AR24, and gives its id. */
export async function postAttachment(access: Ar24Access, userId: string, file: File): Promise<string> {
  const request = { method: 'POST' as const, path: paths.attachment, fields: { id_user: userId }, file }
  return (await askAr24(access, request, uploaded)).file_id
}

const authenticated = v.object({ hash: v.string(), expiration: v.fallback(v.string(), '') })

/** Proves with a one-time password that the sender agrees, until the expiration. */
export async function postOneTimePassword(access: Ar24Access, userId: string, otp: string) {
  const request = { method: 'POST' as const, path: paths.oneTimePassword, fields: { id_user: userId, otp } }
  return await askAr24(access, request, authenticated)
}

/** The mail that AR24 has for an item. */
export async function getMail(
  access: Ar24Access,
  item: Pick<Item, 'id' | 'attempt' | 'vendorItemId'>,
): Promise<Ar24Mail> {
  const { vendorItemId } = item
  const mail = await askAr24(access, { method: 'GET', path: paths.mail, fields: { id: vendorItemId } }, mailRecord)
  if (mail.id !== vendorItemId) throw new VendorUnavailable('AR24 answered with another mail.')
  // An operator may have named a wrong one.
  if (mail.ref_client !== submissionReference(item))
    throw new VendorRefused(`The mail ${mail.id} of AR24 has not the reference of this item.`)
  return mail
}

/** Looks for a mail with our reference among those that an account has sent since a time. */
export async function findMail(
  access: Ar24Access,
  { userId, reference, sinceMs }: { readonly userId: string; readonly reference: string; readonly sinceMs: number },
): Promise<Ar24Mail | null> {
  const { path, size, from, pageSize, maxPages } = sentMails
  for (let page = 0; page < maxPages; page += 1) {
    const fields = { id_user: userId, [size]: String(pageSize), [from]: String(page * pageSize) }
    const mails = await askAr24(access, { method: 'GET', path, fields }, v.array(mailRecord))
    const found = mails.find((mail) => mail.ref_client === reference)
    if (found) return found
    const last = mails.at(-1)
    if (!last || mails.length < pageSize || String(last.date ?? '') < parisTime(sinceMs)) return null
  }
  return null
}

/** AR24's proof of a mail; null where it has none yet. */
export async function getProof(access: Ar24Access, mail: Ar24Mail, kind: ProofKind): Promise<Uint8Array | null> {
  const text = proofUrlIn(mail, kind)
  if (text === null) return null
  const url = URL.parse(text)
  if (!url || !isHostOfAr24(url, new URL(baseUrlOf(access.connection))))
    throw new VendorRefused('AR24 named an address for a proof that is not its own.')
  const bytes = await fetched(access, url)
  if (!isWholePdf(bytes)) throw new VendorUnavailable('AR24 answered with a proof that is not a whole PDF.')
  return bytes
}

function isHostOfAr24({ protocol, host, hostname }: URL, base: URL): boolean {
  if (protocol !== base.protocol) return false
  return host === base.host || (base.hostname.endsWith(ar24Facts.proofDomain) && isBelow(hostname))
}

const isBelow = (hostname: string) =>
  hostname === ar24Facts.proofDomain || hostname.endsWith(`.${ar24Facts.proofDomain}`)

async function fetched({ signal }: Ar24Access, url: URL): Promise<Uint8Array> {
  try {
    const response = await fetch(url, { redirect: 'error', signal, headers: ownConnection })
    if (!response.ok) throw new VendorUnavailable(`AR24 answered ${response.status} for a proof.`)
    const bytes = await boundedBytes(response, ar24Facts.maxProofBytes)
    if (bytes === null) throw new VendorUnavailable('AR24 answered with a proof that is too large.')
    return bytes
  } catch (error) {
    if (error instanceof VendorUnavailable) throw error
    throw new VendorUnavailable(`AR24 did not answer: ${transportFault(error)}`)
  }
}

function isWholePdf(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return buffer.subarray(0, 5).toString('latin1') === '%PDF-' && buffer.subarray(-2048).includes('%%EOF')
}

/** Whether a file is the one whose hash is known. */
export function isFile(bytes: Uint8Array, sha256: string): boolean {
  return sha256Of(bytes) === sha256
}
