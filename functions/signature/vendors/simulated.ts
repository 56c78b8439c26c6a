import { refuse } from '../../../shared/errors/refusal.ts'
import type { SignatureVendor } from './signature-vendor.ts'

const outcomes = ['sign', 'decline', 'bounce', 'fail'] as const
/** What the simulated vendor plays by itself for a signer. */
export type SimulatedOutcome = (typeof outcomes)[number]

function suffixOf(email: string): string | null {
  return /\+([a-z-]+)@[^@]+$/i.exec(email)?.[1]?.toLowerCase() ?? null
}

/** The outcome that an e-mail asks for by the end of its local part, such as `jane+sign@example.com`. */
export function simulatedOutcome(email: string): SimulatedOutcome | null {
  const suffix = suffixOf(email)
  return outcomes.find((outcome) => outcome === suffix) ?? null
}

/** Asks nobody and plays what each signer's e-mail says, so that an integration can be tried from end to end. */
export const simulatedVendor: SignatureVendor = {
  key: 'simulated',
  name: 'Simulated signing',
  capabilities: {
    levels: ['ses', 'aes'],
    authMethods: ['none', 'email_otp', 'sms_otp', 'vendor_identity'],
    signingModes: ['remote'],
    supportsSequential: true,
    supportsParallel: true,
    supportsNotaries: true,
    preservesExistingSignatures: false,
  },
  serves: ({ livemode }) => !livemode,
  accept: async ({ signers }) => {
    if (!signers.some((signer) => suffixOf(signer.email) === 'vendor-error')) return { vendorRequestId: null }
    return refuse(
      'vendor_error',
      'The simulated vendor refused the request because an e-mail contains +vendor-error.',
      {
        vendor: 'simulated',
        retryable: false,
      },
    )
  },
}
