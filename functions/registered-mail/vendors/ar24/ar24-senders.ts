import * as v from 'valibot'
import { VendorRefused } from '../../../../shared/store/vendor-calls.ts'
import type { SenderIdentity, SenderState } from '../registered-mail-vendor.ts'
import { type Ar24Access, Ar24Refused, askAr24 } from './ar24-client.ts'
import { ar24Facts } from './ar24-facts.ts'

const userSchema = v.looseObject({ id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)) })
type Ar24User = v.InferOutput<typeof userSchema>

type Standing = Omit<SenderState, 'jobs'>

/** Throws where the credentials do not work. */
export async function checkAccess(access: Ar24Access): Promise<void> {
  await askAr24(access, { method: 'GET', path: ar24Facts.paths.users }, v.unknown())
}

/** Makes an account, unless the customer has one with this e-mail: a try before may have made it. */
export async function createAccount(access: Ar24Access, sender: SenderIdentity): Promise<SenderState> {
  const existing = await userBy(access, { email: sender.email })
  const user =
    existing ??
    (await askAr24(access, { method: 'POST', path: ar24Facts.paths.user, fields: accountFields(sender) }, userSchema))
  return { ...standingOf(user), jobs: [] }
}

/** Asks the owner of an existing account for access, who answers an e-mail of AR24. */
export async function linkAccount(access: Ar24Access, { email }: SenderIdentity): Promise<SenderState> {
  const existing = await userBy(access, { email })
  if (existing) return { ...standingOf(existing), jobs: [] }
  await askAr24(access, { method: 'POST', path: ar24Facts.accessRequestPath, fields: { email } }, v.unknown())
  return { vendorAccountRef: null, status: 'pending', linked: false, jobs: [] }
}

/** Reads an account again. Before its owner has answered, it is not shown to us. */
export async function readAccount(access: Ar24Access, sender: SenderIdentity & Standing): Promise<Standing> {
  const { vendorAccountRef, status, linked, email } = sender
  const user = await userBy(access, vendorAccountRef === null ? { email } : { id_user: vendorAccountRef })
  if (user) return standingOf(user)
  // An owner can take the access back.
  return { vendorAccountRef, status, linked: linked && vendorAccountRef === null }
}

/** Null: the customer has no access to such an account. */
async function userBy(access: Ar24Access, fields: Readonly<Record<string, string>>): Promise<Ar24User | null> {
  try {
    return await askAr24(access, { method: 'GET', path: ar24Facts.paths.user, fields }, userSchema)
  } catch (error) {
    if (error instanceof Ar24Refused && ar24Facts.unknownUserSlugs.includes(error.slug)) return null
    throw error
  }
}

function standingOf(user: Ar24User): Standing {
  return { vendorAccountRef: user.id, status: ar24Facts.isConfirmed(user) ? 'verified' : 'pending', linked: true }
}

const statuses: Readonly<Record<string, string>> = {
  individual: 'particulier',
  professional: 'professionnel',
  administration: 'administration',
  association: 'association',
}

function accountFields(sender: SenderIdentity): Record<string, string | null> {
  const { address, civility, company, email, firstName, kind, lastName, siret, vatNumber } = sender
  if (!address?.line1 || !address.postalCode || !address.city)
    throw new VendorRefused('AR24 needs the address of a sender: send line1, postalCode and city.')
  return {
    firstname: firstName,
    lastname: lastName,
    email,
    gender: ar24Facts.genders[civility ?? ''] ?? ar24Facts.defaultGender,
    statut: statuses[kind] ?? 'professionnel',
    company,
    company_siret: siret,
    company_tva: vatNumber,
    address1: address.line1,
    address2: address.line2,
    zipcode: address.postalCode,
    city: address.city,
    country: address.country,
  }
}
