import { methodsOfLevel } from '../../../../shared/store/methods-of-level.ts'
import type { SignatureOptions } from '../api-types.ts'

export const signerMethods = ['email_otp', 'sms_otp', 'none', 'vendor_identity'] as const
export type SignerMethod = (typeof signerMethods)[number]

/** What a request chooses; empty: as the settings of the entity say. */
interface Chosen {
  readonly eidasLevel: SignatureOptions['defaultEidasLevel'] | ''
  readonly vendor: string
}

/** The vendor that a request is sent by; undefined where the entity names none that can be used. */
export function vendorOf(
  { vendors, defaultVendor }: SignatureOptions,
  { vendor }: Pick<Chosen, 'vendor'>,
): SignatureOptions['vendors'][number] | undefined {
  return vendors.find(({ key }) => key === (vendor || defaultVendor))
}

/** The ways to identify signers that the entity, the level and the vendor of a request allow. */
export function usableMethods(options: SignatureOptions, { eidasLevel, vendor }: Chosen): SignerMethod[] {
  const { allowedAuthMethods, defaultEidasLevel } = options
  const ofVendor = vendorOf(options, { vendor })?.authMethods ?? signerMethods
  const ofLevel: readonly SignerMethod[] = methodsOfLevel[eidasLevel || defaultEidasLevel]
  return signerMethods.filter(
    (method) => allowedAuthMethods.includes(method) && ofVendor.includes(method) && ofLevel.includes(method),
  )
}

/** The signers, each with a usable method; null if all have one already. */
export function withUsableMethods<Signer extends { readonly authMethod: SignerMethod }>(
  signers: readonly Signer[],
  usable: readonly SignerMethod[],
): readonly Signer[] | null {
  const [first] = usable
  if (first === undefined || signers.every(({ authMethod }) => usable.includes(authMethod))) return null
  return signers.map((signer) => (usable.includes(signer.authMethod) ? signer : { ...signer, authMethod: first }))
}
