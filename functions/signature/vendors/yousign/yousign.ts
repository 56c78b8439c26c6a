import { isConnected } from '../../../../shared/store/vendor-connections.ts'
import type { SignatureVendor } from '../signature-vendor.ts'

export const yousignVendorKey = 'yousign'

/** Yousign: its page, its identity checks, its certificates. A job hands requests over after they were committed. */
export const yousignVendor: SignatureVendor = {
  key: yousignVendorKey,
  name: 'Yousign',
  capabilities: {
    levels: ['ses', 'aes', 'qes'],
    authMethods: ['none', 'email_otp', 'sms_otp', 'vendor_identity'],
    signingModes: ['remote'],
    supportsSequential: true,
    supportsParallel: true,
    supportsNotaries: true,
    preservesExistingSignatures: false,
    fields: 'signatures_of_everybody',
  },
  serves: ({ connections, nowMs }) => isConnected(connections[yousignVendorKey], nowMs),
  accept: async () => ({ vendorRequestId: null }),
  external: async () => (await import('./yousign-signing.ts')).yousignSigning,
}
