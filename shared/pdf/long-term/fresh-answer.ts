import { dayMs } from '../../platform/clock.ts'
import { isValidAt, type ReadCertificate } from '../verification/certificate.ts'
import { clockToleranceMs, type OcspAnswer, producedAtMs } from '../verification/ocsp-answer.ts'
import type { GoodStanding } from '../verification/revocation.ts'
import { isResponder } from './revocation-sources.ts'

/** Authorities that are kept offline answer once a year (Baseline Requirements of the CA/Browser Forum, 4.9.10), others within days. */
const mostAgeMs = { ofAuthority: 370 * dayMs, ofOthers: 10 * dayMs }

/** Throws for what nobody can know yet. An authority decides itself how long its lists are good. */
export function demandPast({ goodFromMs }: GoodStanding, url: string, nowMs: number): void {
  if (goodFromMs > nowMs + clockToleranceMs) throw new Error(`${url} gave an answer from the future`)
}

/** Throws for an answer that was just fetched, and that its responder cannot have made just now or did not renew for long. */
export function demandFresh(
  answer: OcspAnswer,
  { goodFromMs }: GoodStanding,
  { url, certificate, nowMs }: { readonly url: string; readonly certificate: ReadCertificate; readonly nowMs: number },
): void {
  if (producedAtMs(answer) > nowMs + clockToleranceMs) throw new Error(`${url} gave an answer from the future`)
  const mostAge = certificate.x509.ca ? mostAgeMs.ofAuthority : mostAgeMs.ofOthers
  if (goodFromMs < nowMs - mostAge) throw new Error(`${url} gave an answer that is too old`)
  if (!answer.certificates.filter(isResponder).every((responder) => isValidAt(responder, nowMs)))
    throw new Error(`${url} answers with a certificate that is not valid`)
}
