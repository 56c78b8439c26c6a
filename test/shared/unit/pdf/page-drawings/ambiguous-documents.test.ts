import { readFileSync } from 'node:fs'
import { PDF } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentDifference } from '../../../../../shared/pdf/page-drawings/document-difference.ts'
import { pdfOf, pdfOfObjectStreams, stream } from '../../../../support/documents/pdf-of.ts'
import { runs } from '../../../../support/proof.ts'

const limits = { maxPages: 10, maxOperators: 10_000 }

/** Another reader selects other objects of these files than pdf.js does, and shows something else. */
const ambiguous = [
  'broken-higher-generation.pdf',
  'broken-objstm-earlier.pdf',
  'hybrid-updated-xrefstm-repeated-unsorted.pdf',
  'hybrid-updated-xrefstm-repeated.pdf',
  'newline-before-header-form-filled.pdf',
  'objstm-index-mismatch.pdf',
  'pyhanko-updated-page.pdf',
]

describe('what another reader makes of a file', () => {
  it.each(ambiguous)('%s differs from what pdf.js shows', async (name) => {
    const bytes = readFileSync(new URL(`../../../../support/documents/cases/${name}`, import.meta.url))
    const reading = await PDF.load(bytes)
    // A change, for the library to write what it has read.
    reading.setModificationDate(new Date(0))
    expect(await documentDifference(bytes, await reading.save(), limits)).not.toBeNull()
  })
})

describe('any content', () => {
  const operators = [
    'q',
    'Q',
    'BT',
    'ET',
    '/F0 9 Tf (a) Tj',
    '1 0 0 rg',
    '0 0 9 9 re',
    'f',
    'W n',
    '2 0 0 2 1 1 cm',
    '/X0 Do',
  ]
  const content = fc.array(fc.oneof(fc.constantFrom(...operators), fc.stringMatching(/^[a-z][a-z ]{0,2}$/)), {
    maxLength: 25,
  })
  const bodiesOf = (text: string) => [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F0 5 0 R>>/XObject<</X0 6 0 R>>>>>>',
    stream('', Buffer.from(text, 'latin1')),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', Buffer.from('0 0 5 5 re f')),
  ]

  it('draws the same however its file is laid out', async () => {
    await fc.assert(
      fc.asyncProperty(content, async (parts) => {
        const bodies = bodiesOf(parts.join(' '))
        expect(await documentDifference(pdfOf(bodies), pdfOfObjectStreams(bodies), limits)).toBeNull()
      }),
      { numRuns: runs(40) },
    )
  })

  it('draws something else with one more filled rectangle', async () => {
    await fc.assert(
      fc.asyncProperty(content, async (parts) => {
        const bodies = bodiesOf(parts.join(' '))
        // What pdf.js cannot read at all is found by the stamps on trial.
        const more = bodiesOf(`0 0 7 7 re f n n\n${parts.join(' ')}`)
        expect(await documentDifference(pdfOf(bodies), pdfOf(more), limits)).not.toBeNull()
      }),
      { numRuns: runs(40) },
    )
  })
})
