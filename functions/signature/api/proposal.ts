import type { Settings } from '../../../shared/store/settings-fields.ts'
import type { Contact } from '../../contacts/model/contact.ts'
import type { Field } from '../model/field.ts'
import type { RequestRecord } from '../model/request.ts'
import type { SignatureVendor } from '../vendors/signature-vendor.ts'
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
  readonly attachSignedDocument: boolean
  readonly mustSeeAllPages: boolean
  readonly redirectUrls: RequestRecord['redirectUrls']
  readonly frameOrigins: RequestRecord['frameOrigins']
  readonly metadata: RequestRecord['metadata']
}

type SignatureSettings = Settings['signature']

/** What a request has that says nothing of it. */
function usualOf(settings: SignatureSettings, vendor: SignatureVendor | null) {
  const signingOrder: RequestRecord['signingOrder'] =
    vendor?.capabilities.supportsParallel === false ? 'sequential' : 'parallel'
  return {
    eidasLevel: settings.defaultEidasLevel,
    signingOrder,
    activeContent: 'flatten',
    expiresInDays: settings.defaultExpiryDays,
    reminders: settings.reminders,
    deliveryMode: 'email',
    allowDecline: true,
    attachSignedDocument: false,
    mustSeeAllPages: false,
  } as const
}

/** `vendor`: the one that the request will use; null: none can be used, which the rules refuse. */
export function proposalFrom(
  input: RequestInput,
  { settings, vendor, known }: { settings: SignatureSettings; vendor: SignatureVendor | null; known: Contacts },
): Proposal {
  const usual = usualOf(settings, vendor)
  return {
    title: input.title,
    message: input.message ?? null,
    clientReference: input.clientReference ?? null,
    eidasLevel: input.eidasLevel ?? usual.eidasLevel,
    vendor: input.vendor ?? null,
    signingOrder: input.signingOrder ?? usual.signingOrder,
    activeContent: input.activeContent ?? usual.activeContent,
    expiresInDays: input.expiresInDays ?? usual.expiresInDays,
    signers: inOrder(
      input.signingOrder,
      (input.signers ?? []).map((signer) => completed(signer, known)),
    ),
    notaries: notariesFrom(input.notaries ?? []),
    followers: followersFrom(input.followers ?? []),
    reminders: remindersFrom(usual.reminders, input.reminders),
    deliveryMode: input.deliveryMode ?? usual.deliveryMode,
    allowDecline: input.allowDecline ?? usual.allowDecline,
    attachSignedDocument: input.attachSignedDocument ?? usual.attachSignedDocument,
    mustSeeAllPages: input.mustSeeAllPages ?? usual.mustSeeAllPages,
    redirectUrls: redirectUrlsFrom(input.redirectUrls ?? null),
    frameOrigins: input.frameOrigins ?? [],
    metadata: input.metadata ?? {},
  }
}

/** Contacts that signers may be, by id. */
type Contacts = ReadonlyMap<string, Contact>

/** A patch in which no null stands for what a new request has. */
type SettledPatch = Omit<RequestPatch, keyof Settled> & Settled
type Settled = { readonly [Name in keyof ReturnType<typeof usualOf>]?: NonNullable<RequestPatch[Name]> | undefined }

/** Fills in what a new request by the same vendor has where a patch says null. */
export function settledPatch(
  patch: RequestPatch,
  settings: SignatureSettings,
  vendor: SignatureVendor | null,
): SettledPatch {
  const usual = usualOf(settings, vendor)
  return {
    ...patch,
    eidasLevel: patch.eidasLevel === null ? usual.eidasLevel : patch.eidasLevel,
    signingOrder: patch.signingOrder === null ? usual.signingOrder : patch.signingOrder,
    activeContent: patch.activeContent === null ? usual.activeContent : patch.activeContent,
    expiresInDays: patch.expiresInDays === null ? usual.expiresInDays : patch.expiresInDays,
    reminders: patch.reminders === null ? usual.reminders : patch.reminders,
    deliveryMode: patch.deliveryMode === null ? usual.deliveryMode : patch.deliveryMode,
    allowDecline: patch.allowDecline === null ? usual.allowDecline : patch.allowDecline,
    attachSignedDocument: patch.attachSignedDocument === null ? usual.attachSignedDocument : patch.attachSignedDocument,
    mustSeeAllPages: patch.mustSeeAllPages === null ? usual.mustSeeAllPages : patch.mustSeeAllPages,
  }
}

/** A draft as it stands, with a patch laid over it. */
export function patchedProposal(
  record: RequestRecord,
  fields: readonly Field[],
  patch: SettledPatch,
  known: Contacts = new Map(),
): Proposal {
  const signingOrder = patch.signingOrder ?? record.signingOrder
  return {
    title: patch.title ?? record.title,
    message: patch.message === undefined ? record.message : patch.message,
    clientReference: patch.clientReference === undefined ? record.clientReference : patch.clientReference,
    eidasLevel: patch.eidasLevel ?? record.eidasLevel,
    vendor: patch.vendor === undefined ? record.vendor : patch.vendor,
    signingOrder,
    activeContent: patch.activeContent ?? record.activeContent,
    expiresInDays: patch.expiresInDays === undefined ? record.expiresInDays : patch.expiresInDays,
    signers:
      patch.signers === undefined
        ? inOrder(
            signingOrder,
            record.signers.map((signer) => signerAsInput(signer, fields)),
          )
        : inOrder(
            patch.signingOrder,
            (patch.signers ?? []).map((signer) => completed(signer, known, record.signers)),
          ),
    notaries: patch.notaries === undefined ? record.notaries : notariesFrom(patch.notaries ?? []),
    followers: patch.followers === undefined ? record.followers : followersFrom(patch.followers ?? []),
    reminders: remindersFrom(record.reminders, patch.reminders),
    deliveryMode: patch.deliveryMode ?? record.deliveryMode,
    allowDecline: patch.allowDecline ?? record.allowDecline,
    attachSignedDocument: patch.attachSignedDocument ?? record.attachSignedDocument ?? false,
    mustSeeAllPages: patch.mustSeeAllPages ?? record.mustSeeAllPages ?? false,
    redirectUrls: patch.redirectUrls === undefined ? record.redirectUrls : redirectUrlsFrom(patch.redirectUrls),
    frameOrigins: patch.frameOrigins === undefined ? record.frameOrigins : (patch.frameOrigins ?? []),
    metadata: patch.metadata === undefined ? record.metadata : (patch.metadata ?? {}),
  }
}

/** Reminders with what was sent of them; the rest stays. */
export function remindersFrom(
  before: RequestRecord['reminders'],
  sent: RequestInput['reminders'],
): RequestRecord['reminders'] {
  return {
    enabled: sent?.enabled ?? before.enabled,
    firstAfterDays: sent?.firstAfterDays ?? before.firstAfterDays,
    everyDays: sent?.everyDays ?? before.everyDays,
    max: sent?.max ?? before.max,
  }
}

/** Where parallel order is asked for by name, the orders of signers mean nothing. Else a rule looks whether one follows them. */
function inOrder(asked: RequestRecord['signingOrder'] | undefined, signers: SignerInput[]): SignerInput[] {
  return asked === 'parallel' ? signers.map(({ order: _, ...signer }) => signer) : signers
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
      .map(({ label, text, mentionText, drawing: _, ...field }) => ({
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
