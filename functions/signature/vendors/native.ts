import { optionalEnvironment } from '../../../shared/platform/environment.ts'
import type { SignatureVendor } from './signature-vendor.ts'

export const nativeVendorKey = 'native'

/** Our own signing page: signers come by a link that is mailed to them, and sign in a browser. */
export const nativeVendor: SignatureVendor = {
  key: nativeVendorKey,
  name: 'Sealpost signing page',
  capabilities: {
    levels: ['ses'],
    authMethods: ['none', 'email_otp', 'sms_otp'],
    signingModes: ['remote', 'agency'],
    supportsSequential: true,
    supportsParallel: true,
    supportsNotaries: true,
    preservesExistingSignatures: false,
  },
  // Without a sender nobody could be asked.
  serves: () => optionalEnvironment('MAIL_FROM') !== undefined,
  accept: async () => ({ vendorRequestId: null }),
}
