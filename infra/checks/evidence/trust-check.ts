import { X509Certificate } from 'node:crypto'
import { judgeSignature } from '../../../shared/pdf/verification/judge-signature.ts'
import type { LookedAt } from '../../../shared/pdf/verification/looked-at.ts'
import { believed } from '../../../shared/pdf/verification/trust-judgement.ts'
import { type TrustFault, trustFaults } from '../../../shared/pdf/verification/verification.ts'
import type { Check } from './report.ts'

const meanings: Readonly<Record<TrustFault, string>> = {
  no_trusted_issuer: 'it is not a trusted certificate, and no trusted certificate issued it',
  certificate_not_valid: 'it is not proved that every certificate was valid at the time of sealing',
  key_usage: 'the certificate is not meant for signing',
  revoked: 'the certificate was revoked',
  test_seal: 'the seal belongs to a test organization',
}

/** Whether a seal was made with one of these certificates (DER), or one that they issued. A seal that is broken is not. */
export function trustCheck(seal: LookedAt, size: number, trusted: readonly Uint8Array[], nowMs: number): Check {
  const keys = trusted.map((der) => new X509Certificate(der).publicKey.export({ type: 'spki', format: 'der' }))
  const trust = { nowMs, anchors: trusted, sealKeys: keys, testSealKeys: [] }
  const document = { size, signatures: [seal], data: null, dataWithin: () => null, believed: believed(trust) }
  const judged = judgeSignature(seal, document)
  const reasons = trustFaults.filter((fault) => judged.faults.includes(fault)).map((fault) => meanings[fault])
  return {
    says: 'The certificate of the seal is one of the trusted certificates, or issued by one',
    flaws: judged.trusted ? [] : reasons.length > 0 ? reasons : ['the seal is not intact'],
  }
}
