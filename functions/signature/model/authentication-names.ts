import type { Signer } from './request.ts'

/** How signers proved who they are, in words. */
export const authenticationNames: Record<Signer['authMethod'], string> = {
  none: 'Personal link',
  email_otp: 'Code by e-mail',
  sms_otp: 'Code by SMS',
  vendor_identity: 'Identity check by the vendor',
}
