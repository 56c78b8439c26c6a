import type { Drawing } from './drawing.ts'
import type { Fonts } from './fonts.ts'
import { a4, newPageFlow, setRule, setTogether } from './page-flow.ts'
import { labelled, numberWidth, reportStyles, utc } from './report-text.ts'
import { drawWatermark } from './watermark.ts'

/** What the sealed document itself says of how it was signed. Times are ISO 8601. */
export interface SigningRecord {
  readonly requestId: string
  readonly title: string
  readonly organization: string
  readonly documentSha256: string
  readonly signers: readonly {
    readonly name: string
    /** The signer's language. */
    readonly locale?: string
    readonly email: string
    readonly authentication: string
    readonly openedAt: string | null
    /** When they agreed to sign; null where their vendor tells nothing of that. */
    readonly consentedAt: string | null
    readonly signedAt: string | null
    readonly ip: string | null
    /** What they filled in, whole: its place in the document may hold less of it. */
    readonly texts: readonly { readonly page: number; readonly value: string }[]
  }[]
  /** The chain of steps up to the completion: whoever has the evidence can tell that it is of this document. */
  readonly chain: { readonly length: number; readonly hash: string }
}

/** A page, or as many as it takes, to be appended to the document. */
export function drawSigningRecord(fonts: Fonts, record: SigningRecord, watermark: string | null): Drawing[] {
  const { title, small, strong } = reportStyles
  const flow = newPageFlow(fonts)
  setTogether(flow, [{ text: 'Record of signatures', style: title }])
  setRule(flow, 8)
  setTogether(flow, [
    labelled('Title', record.title),
    labelled('Sent by', record.organization),
    labelled('Request', record.requestId),
    labelled('SHA-256 of document', record.documentSha256),
  ])
  for (const [index, signer] of record.signers.entries())
    setTogether(flow, [
      {
        label: `${index + 1}.`,
        text: signer.name,
        style: { ...strong, locale: signer.locale },
        indent: numberWidth,
        space: 10,
      },
      labelled('E-mail', signer.email),
      labelled('Authentication', signer.authentication),
      labelled('Opened', utc(signer.openedAt)),
      ...(signer.consentedAt === null ? [] : [labelled('Agreed to sign', utc(signer.consentedAt))]),
      labelled('Signed', utc(signer.signedAt)),
      labelled('Address', signer.ip ?? 'not recorded'),
      ...signer.texts.map(({ page, value }) => labelled(`Text on page ${page}`, value, signer.locale)),
    ])
  const { length, hash } = record.chain
  setTogether(flow, [
    {
      text: `The evidence file of this request lists its ${length} steps up to the last signature, each with the hash of the one before; the last hash is ${hash}.`,
      style: small,
      space: 12,
    },
  ])
  if (watermark !== null) for (const page of flow.pages) drawWatermark(page, watermark, a4)
  return flow.pages
}
