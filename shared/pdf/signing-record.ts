import type { ReaderLocale } from '../platform/locale.ts'
import { type DocumentBrand, setBrand } from './document-brand.ts'
import type { Drawing } from './drawing.ts'
import type { Fonts } from './fonts.ts'
import {
  a4,
  currentPage,
  newPageFlow,
  type PageFlow,
  type Paragraph,
  pageMargin,
  setRule,
  setTogether,
  takeRoom,
} from './page-flow.ts'
import { drawQrCode } from './qr-code.ts'
import { labelled, numberWidth, reportStyles, utc } from './report-text.ts'
import type { DrawSignature } from './signature-block.ts'
import { type RecordMessages, recordMessages } from './signing-record-messages/catalog.ts'
import { drawWatermark } from './watermark.ts'

/** What the sealed document itself says of how it was signed. Times are ISO 8601. */
export interface SigningRecord {
  readonly requestId: string
  readonly title: string
  readonly organization: string
  /** How the organization shows itself. */
  readonly brand?: DocumentBrand
  /** Without one it is in English. */
  readonly locale?: ReaderLocale
  /** Where anybody checks the document, with the id that its stamps have. */
  readonly check?: { readonly page: string; readonly id: string; readonly url: string }
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
export function drawSigningRecord(
  fonts: Fonts,
  record: SigningRecord,
  { watermark, drawLogo }: { watermark: string | null; drawLogo: DrawSignature | null },
): Drawing[] {
  const { title, small } = reportStyles
  const says = recordMessages[record.locale ?? 'en']
  const flow = newPageFlow(fonts)
  if (record.brand) setBrand(flow, record.brand, drawLogo)
  setTogether(flow, [{ text: says.heading, style: title }])
  setRule(flow, 8)
  setTogether(flow, [
    labelled(says.title, record.title),
    labelled(says.sentBy, record.organization),
    labelled(says.request, record.requestId),
    labelled(says.sha256, record.documentSha256),
  ])
  for (const [index, signer] of record.signers.entries()) setTogether(flow, signerParagraphs(signer, index + 1, says))
  const { length, hash } = record.chain
  setTogether(flow, [{ text: says.chain(length, hash), style: small, space: 12 }])
  if (record.check) setCheck(flow, record.check, says)
  return flow.pages.map((page) => (watermark === null ? page : withWatermark(page, watermark)))
}

function signerParagraphs(signer: SigningRecord['signers'][number], number: number, says: RecordMessages): Paragraph[] {
  const { strong } = reportStyles
  return [
    {
      label: `${number}.`,
      text: signer.name,
      style: { ...strong, locale: signer.locale },
      indent: numberWidth,
      space: 10,
    },
    labelled(says.email, signer.email),
    labelled(says.authentication, says.methods[signer.authentication] ?? signer.authentication),
    labelled(says.opened, utc(signer.openedAt)),
    ...(signer.consentedAt === null ? [] : [labelled(says.agreed, utc(signer.consentedAt))]),
    labelled(says.signed, utc(signer.signedAt)),
    labelled(says.address, signer.ip ?? says.notRecorded),
    ...signer.texts.map(({ page, value }) => labelled(says.textOn(page), value, signer.locale)),
  ]
}

const qrSide = 64

function setCheck(flow: PageFlow, { page, id, url }: NonNullable<SigningRecord['check']>, says: RecordMessages) {
  const top = takeRoom(flow, qrSide + 12)
  drawQrCode(currentPage(flow), url, { x: pageMargin, y: top - 10 - qrSide, width: qrSide, height: qrSide })
  flow.y = top - 10
  const { plain } = reportStyles
  setTogether(flow, [{ text: says.check(page, id), style: plain, indent: qrSide + 14 }])
  flow.y = top - qrSide - 12
}

/** Below what is to be read. */
function withWatermark(page: Drawing, watermark: string): Drawing {
  const below: Drawing = { operators: [], fonts: page.fonts }
  drawWatermark(below, watermark, a4)
  return { ...page, operators: [...below.operators, ...page.operators] }
}
