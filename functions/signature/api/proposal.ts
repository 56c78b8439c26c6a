import type { Settings } from '../../../shared/store/settings-fields.ts'
import type { Contact } from '../../contacts/model/contact.ts'
import type { Field } from '../model/field.ts'
import type { RequestRecord } from '../model/request.ts'
import type { RequestInput, RequestPatch, SignerInput } from './request-input.ts'
import { completed } from './signer-contacts.ts'

/** What a request is to be, defaults filled in: what the rules judge and what is then written. */
export interface Proposal {
  readonly title: string
  readonly message: string | null
  readonly clientReference: string | null
  readonly eidasLevel: RequestRecord['eidasLevel']
  /** Null: whichever vendor the entity uses. */
  readonly vendor: string | null
  readonly signingOrder: RequestRecord['signingOrder']
  readonly activeContent: RequestRecord['activeContent']
  readonly expiresInDays: unknown
  readonly signers: readonly SignerInput[]
  readonly notaries: RequestRecord['notaries']
  readonly followers: RequestRecord['followers']
  readonly reminders: RequestRecord['reminders']
  readonly deliveryMode: RequestRecord['deliveryMode']
  readonly allowDecline: boolean
  readonly redirectUrls: RequestRecord['redirectUrls']
  readonly frameOrigins: RequestRecord['frameOrigins']
  readonly metadata: RequestRecord['metadata']
}

export function proposalFrom(input: RequestInput, settings: Settings['signature'], known: Contacts): Proposal {
  return {
    title: input.title,
    message: input.message ?? null,
    clientReference: input.clientReference ?? null,
    eidasLevel: input.eidasLevel ?? settings.defaultEidasLevel,
    vendor: input.vendor ?? null,
    signingOrder: input.signingOrder ?? 'parallel',
    activeContent: input.activeContent ?? 'flatten',
    expiresInDays: input.expiresInDays === undefined ? settings.defaultExpiryDays : input.expiresInDays,
    signers: (input.signers ?? []).map((signer) => completed(signer, known)),
    notaries: notariesFrom(input.notaries ?? []),
    followers: followersFrom(input.followers ?? []),
    reminders: input.reminders ?? settings.reminders,
    deliveryMode: input.deliveryMode ?? 'email',
    allowDecline: input.allowDecline ?? true,
    redirectUrls: redirectUrlsFrom(input.redirectUrls ?? null),
    frameOrigins: input.frameOrigins ?? [],
    metadata: input.metadata ?? {},
  }
}

/** Contacts that signers may be, by id. */
type Contacts = ReadonlyMap<string, Contact>

/** A draft as it stands, with a patch laid over it. */
export function patchedProposal(
  record: RequestRecord,
  fields: readonly Field[],
  patch: RequestPatch,
  known: Contacts = new Map(),
): Proposal {
  return {
    title: patch.title ?? record.title,
    message: patch.message === undefined ? record.message : patch.message,
    clientReference: patch.clientReference === undefined ? record.clientReference : patch.clientReference,
    eidasLevel: patch.eidasLevel ?? record.eidasLevel,
    vendor: patch.vendor ?? record.vendor,
    signingOrder: patch.signingOrder ?? record.signingOrder,
    activeContent: patch.activeContent ?? record.activeContent,
    expiresInDays: patch.expiresInDays === undefined ? record.expiresInDays : patch.expiresInDays,
    signers: patch.signers
      ? patch.signers.map((signer) => completed(signer, known, record.signers))
      : record.signers.map((signer) => signerAsInput(signer, fields)),
    notaries: patch.notaries === undefined ? record.notaries : notariesFrom(patch.notaries ?? []),
    followers: patch.followers === undefined ? record.followers : followersFrom(patch.followers ?? []),
    reminders: patch.reminders ?? record.reminders,
    deliveryMode: patch.deliveryMode ?? record.deliveryMode,
    allowDecline: patch.allowDecline ?? record.allowDecline,
    redirectUrls: patch.redirectUrls === undefined ? record.redirectUrls : redirectUrlsFrom(patch.redirectUrls),
    frameOrigins: patch.frameOrigins ?? record.frameOrigins,
    metadata: patch.metadata === undefined ? record.metadata : (patch.metadata ?? {}),
  }
}

function signerAsInput(signer: RequestRecord['signers'][number], fields: readonly Field[]): SignerInput {
  const { id, firstName, lastName, email, authMethod, signingMode, locale } = signer
  return {
    id,
    firstName,
    lastName,
    email,
    authMethod,
    signingMode,
    locale,
    contactId: signer.contactId ?? undefined,
    phone: signer.phone ?? undefined,
    order: signer.order ?? undefined,
    clientReference: signer.clientReference ?? undefined,
    fields: fields
      .filter((field) => field.signerId === id)
      .map(({ label, text, mentionText, ...field }) => ({
        ...field,
        label: label ?? undefined,
        text: text ?? undefined,
        mentionText: mentionText ?? undefined,
      })),
  }
}

export function notariesFrom(notaries: NonNullable<RequestInput['notaries']>): Proposal['notaries'] {
  return notaries.map(({ phone, office, ...notary }) => ({ ...notary, phone: phone ?? null, office: office ?? null }))
}

export function followersFrom(followers: NonNullable<RequestInput['followers']>): Proposal['followers'] {
  return followers.map(({ email, firstName, lastName }) => ({
    email,
    firstName: firstName ?? null,
    lastName: lastName ?? null,
  }))
}

function redirectUrlsFrom(urls: RequestInput['redirectUrls'] | null): Proposal['redirectUrls'] {
  return urls ? { signed: urls.signed ?? null, declined: urls.declined ?? null } : null
}
