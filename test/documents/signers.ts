import type { SignerStamps, StampField } from '../../shared/pdf/stamp.ts'

/** A person who signed, for the stamps of tests. */
export function stampedSigner(name: string, fields: StampField[] = []): SignerStamps {
  return {
    id: '0190b3d2-7c1e-7a31-9f10-5b1de7000001',
    name,
    email: 'signer@example.org',
    signedAt: new Date('2026-03-01T14:05:09Z'),
    authentication: 'E-mail code',
    fields,
  }
}
