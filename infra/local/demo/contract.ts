import { PDF } from '@libpdf/core'

export type ContractOptions = { pages?: number; title?: string; parties?: [string, string] }

const margin = 64
const clauses = [
  [
    'Purpose',
    'The Provider carries out for the Client the work described in the annex, with the care of a prudent professional and within the times agreed in writing by both parties.',
  ],
  [
    'Term',
    'This agreement starts on the day of the last signature and runs for twelve months. It is renewed for the same term unless either party gives notice at least sixty days before its end.',
  ],
  [
    'Fees',
    'The Client pays the fees of the annex within thirty days of the invoice. Late payment bears interest at three times the legal rate, without any reminder being necessary.',
  ],
  [
    'Confidentiality',
    'Each party keeps secret what it learns of the other, during the agreement and for five years after its end, save what is public or must be told by law.',
  ],
  [
    'Personal data',
    'The Provider processes personal data only on documented instructions of the Client, informs it of a breach within forty-eight hours and deletes the data at the end of the agreement.',
  ],
  [
    'Liability',
    'Each party answers for direct damage it causes, up to the fees paid in the twelve months before the event. Nothing in this agreement limits liability for intent or gross negligence.',
  ],
  [
    'Termination',
    'Either party may end the agreement at once by registered mail when the other fails to remedy a serious breach within thirty days of a notice that describes it.',
  ],
  [
    'Governing law',
    'This agreement is governed by French law. The parties first seek a settlement by mediation; failing that, the courts of Lyon have jurisdiction.',
  ],
] as const

/** A service agreement of several A4 pages of text, such as people send for signature. */
export async function contractPdf({ pages = 3, title, parties }: ContractOptions = {}): Promise<Uint8Array> {
  const pdf = PDF.create()
  const heading = title ?? 'Service agreement'
  const [client, provider] = parties ?? ['Maison Lumière SAS', 'Atelier Numérique SARL']
  pdf.setTitle(heading)
  for (let number = 1; number <= pages; number += 1) {
    const page = pdf.addPage({ size: 'a4' })
    let y = page.height - margin
    if (number === 1) {
      page.drawText(heading, { x: margin, y, size: 20, font: 'Helvetica-Bold' })
      page.drawText(`between ${client} (the Client) and ${provider} (the Provider)`, { x: margin, y: y - 26, size: 11 })
      y -= 66
    }
    for (const [index, [name, text]] of clauses.entries()) {
      const article = (number - 1) * clauses.length + index + 1
      page.drawText(`${article}. ${name}`, { x: margin, y, size: 11, font: 'Helvetica-Bold' })
      page.drawText(text, { x: margin, y: y - 16, size: 10, maxWidth: page.width - 2 * margin, lineHeight: 14 })
      y -= 74
    }
    page.drawText(`${heading} - page ${number} of ${pages}`, { x: margin, y: 36, size: 8, font: 'Helvetica-Oblique' })
  }
  return pdf.save()
}
