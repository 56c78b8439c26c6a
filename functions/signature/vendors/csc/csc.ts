import { isConnected } from '../../../../shared/store/vendor-connections.ts'
import { nativeVendor } from '../native.ts'
import type { SignatureVendor } from '../signature-vendor.ts'
import { cscVendorKey } from '../signing-places.ts'

/** A provider of remote qualified signatures: people read and agree on our page, and sign with a key that the provider keeps. */
export const cscVendor: SignatureVendor = {
  key: cscVendorKey,
  name: 'Cloud Signature Consortium',
  capabilities: {
    levels: ['aes', 'qes'],
    authMethods: ['vendor_identity'],
    signingModes: ['remote'],
    supportsSequential: true,
    supportsParallel: false,
    supportsNotaries: true,
    preservesExistingSignatures: false,
    fields: 'one_signature_at_most',
    writesToSignersOnly: true,
  },
  // We write to the signers ourselves.
  serves: (use) => isConnected(use.connections[cscVendorKey], use.nowMs) && nativeVendor.serves(use),
  accept: async () => ({ vendorRequestId: null }),
  remoteKeys: async () => (await import('./csc-keys.ts')).cscKeys,
}
