import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isOfOtherFormat } from '../../../../../shared/pdf/active-content/other-format.ts'
import { activeContentOf, flattened } from '../../../../support/documents/flattened.ts'
import { mark, markedPage } from '../../../../support/documents/marked-page.ts'
import { pdfOf, stream } from '../../../../support/documents/pdf-of.ts'
import { differences, pdfjs, textOf } from '../../../../support/documents/pictures.ts'
import { documentBy, producers } from '../../../../support/documents/producers.ts'
import { sampled } from '../../../../support/proof.ts'
import { expectOnePicture } from './one-picture.ts'

function caseOf(name: string): Buffer {
  return readFileSync(new URL(`../../../../support/documents/cases/${name}.pdf`, import.meta.url))
}

/** A ZIP file without entries, but for its comment. */
const zipEnd = Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1')

describe('files that were accepted and sealed unchanged', () => {
  it('flattens a layer that is on but hidden in view to what our page shows', async () => {
    const upload = caseOf('layer-on-but-hidden-in-view')
    expect(await activeContentOf(upload)).toEqual(['layers'])
    const pdf = await expectOnePicture({ name: '', pdf: upload, shows: '?' })
    const { result } = await flattened(upload)
    expect(result).toEqual({ flattened: true, normalizations: [{ kind: 'layers', count: 2 }] })
    expect(pdf.toString('latin1')).toContain('500 EUR')
    expect(pdf.toString('latin1')).not.toMatch(/waives|100 000|OCG/)
  })

  it('flattens a field to the value that readers draw, not to an appearance of an earlier one', async () => {
    const upload = caseOf('field-appearance-differs-from-value')
    expect(await activeContentOf(upload)).toEqual(['forms'])
    const { result, pdf } = await flattened(upload)
    expect(result).toEqual({ flattened: true, normalizations: [{ kind: 'forms', count: 1 }] })
    expect(await textOf(pdf)).toContain('1 000 000')
    expect(pdf.toString('latin1')).not.toMatch(/\(500\)|AcroForm|Widget|NeedAppearances/)
    expect(await activeContentOf(pdf)).toEqual([])
  })
})

describe('honest forms', () => {
  it.each(['newline-before-header-form-filled', 'firefox-before-124-linearized-filled'])(
    'keeps what was filled in: %s',
    async (name) => {
      const upload = caseOf(name)
      expect(await activeContentOf(upload)).toEqual(['forms'])
      const pdf = await expectOnePicture({ name, pdf: upload, shows: '?' })
      expect(await textOf(pdf)).toContain('Filled in Firefox')
    },
  )
})

describe('findActiveContent', () => {
  it.each(sampled(producers, 2))(
    'finds nothing but links with borders in a document by %s, and leaves its look',
    async (producer) => {
      const upload = documentBy(producer)
      const found = await activeContentOf(upload)
      expect(found.filter((kind) => kind !== 'annotations')).toEqual([])
      const { pdf } = await flattened(upload)
      const [before, after] = [await pdfjs.picture(upload, 'screen'), await pdfjs.picture(pdf, 'screen')]
      expect(differences(before, after)).toEqual([])
    },
  )

  it('does not count the fields of signatures in a signed document', async () => {
    const signed = markedPage({
      content: mark(0),
      page: '/Annots[6 0 R]',
      catalog: '/AcroForm<</Fields[7 0 R]/SigFlags 3>>',
      objects: [
        '<</Type/Annot/Subtype/Widget/Parent 7 0 R/Rect[0 0 9 9]>>',
        '<</FT/Sig/T(a)/V<</ByteRange[0 1 2 3]>>/Kids[6 0 R]>>',
      ],
    })
    expect(await activeContentOf(signed, true)).toEqual([])
    expect(await activeContentOf(signed)).toEqual(['forms'])
  })

  it.each([
    [
      'HTML before the header',
      Buffer.concat([Buffer.from('<!DOCTYPE html><p>Hello<!--'), markedPage({ content: '' })]),
    ],
    [
      'HTML in the first object',
      pdfOf(['<</Type/Catalog/Pages 2 0 R/X(<HTML><script>alert\\(1\\)</script>)>>', '<</Kids[]/Count 0>>']),
    ],
    ['a program before the header', Buffer.concat([Buffer.from('MZ\x90\0'), markedPage({ content: '' })])],
    ['a script', Buffer.concat([Buffer.from('#!/bin/sh\n'), markedPage({ content: '' })])],
    ['ZIP at the end', Buffer.concat([markedPage({ content: '' }), zipEnd])],
    ['ZIP in a stream', markedPage({ content: Buffer.concat([Buffer.from('('), zipEnd, Buffer.from(') Tj')]) })],
    ['TAR', tarOf(markedPage({ content: '' }))],
  ])('finds %s', (_, bytes) => {
    expect(isOfOtherFormat(bytes)).toBe(true)
  })

  it('takes chance for no other format', async () => {
    expect(isOfOtherFormat(markedPage({ content: 'PK\x05\x06 here is text, and <b>this</b> is no HTML' }))).toBe(false)
  })

  it('does not break names of resources that are called like keys of actions', async () => {
    const upload = markedPage({
      content: 'BT /AA 12 Tf (a) Tj ET /OC /OC BDC EMC',
      resources: '/Font<</AA 4 0 R/A 4 0 R/AF 4 0 R/EF 4 0 R>>',
      catalog: '/AA<</WC<</S/JavaScript/JS(x)>>>>',
      objects: [stream('', Buffer.from(''))],
    })
    const { pdf } = await flattened(upload)
    expect(pdf.toString('latin1')).toMatch(/\/AA \d+ 0 R\s*\/A \d+ 0 R\s*\/AF \d+ 0 R\s*\/EF \d+ 0 R/)
  })
})

function tarOf(pdf: Buffer): Buffer {
  const file = Buffer.concat([pdf, Buffer.alloc(512)])
  file.write('ustar', 257, 'latin1')
  return file
}
