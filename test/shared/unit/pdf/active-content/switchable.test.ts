import { describe, expect, it } from 'vitest'
import { activeContentOf, flattened } from '../../../../support/documents/flattened.ts'
import { grayProfile } from '../../../../support/documents/gray-profile.ts'
import { mark, markedPage } from '../../../../support/documents/marked-page.ts'
import { stream } from '../../../../support/documents/pdf-of.ts'
import {
  actionDocuments,
  carryingDocuments,
  variantDocuments,
} from '../../../../support/documents/switchable-documents.ts'
import { expectOnePicture } from './one-picture.ts'

describe('what readers or printers show differently', () => {
  it.each(variantDocuments)('$name', async (document) => {
    expect(await activeContentOf(document.pdf)).toEqual(document.finds)
    if (document.shows === 'refused')
      return expect((await flattened(document.pdf)).result).toEqual({ flattened: false, found: document.finds })
    await expectOnePicture(document)
  })
})

function linked(target: string): Buffer {
  const link = `<</Type/Annot/Subtype/Link/Rect[0 0 10 10]/Border[0 0 0]${target}>>`
  return markedPage({ content: mark(0), page: '/Annots[6 0 R]', objects: [link] })
}

describe('profiles of colours', () => {
  it('stay where readers without them show about the same', async () => {
    for (const curve of [
      [0, 1],
      [0, 0.05, 0.2, 0.5, 1],
    ]) {
      const resources = '/ColorSpace<</S[/ICCBased 6 0 R]>>'
      const document = markedPage({ content: mark(0), resources, objects: [stream('/N 1', grayProfile(curve))] })
      expect(await activeContentOf(document)).toEqual([])
    }
  })
})

describe('actions', () => {
  it.each(actionDocuments)('$name', async ({ pdf: upload, finds }) => {
    expect(await activeContentOf(upload)).toEqual(finds)
    const { result, pdf } = await flattened(upload)
    expect(result).toEqual({ flattened: true, normalizations: [{ kind: finds[0], count: 1 }] })
    expect(await activeContentOf(pdf)).toEqual([])
    expect(pdf.toString('latin1')).not.toMatch(
      /JavaScript|app\.alert|Launch|SubmitForm|\/S ?\/(?!GoTo|URI)|passwd|alert/,
    )
  })

  it('leaves links and bookmarks that only lead somewhere', async () => {
    const links = ['https://example.com', 'http://example.com', 'mailto:a@example.com', 'tel:+33123456789']
    for (const address of links) {
      const document = linked(`/A<</S/URI/URI(${address})>>`)
      expect(await activeContentOf(document)).toEqual([])
    }
    expect(await activeContentOf(linked('/Dest[3 0 R/Fit]'))).toEqual([])
    expect(await activeContentOf(linked('/A<</S/GoTo/D[3 0 R/Fit]>>'))).toEqual([])
  })
})

describe('what a file carries', () => {
  it.each(carryingDocuments)('$name', async (document) => {
    expect(await activeContentOf(document.pdf)).toEqual(document.finds)
    const pdf = await expectOnePicture(document)
    expect(pdf.toString('latin1')).not.toContain('secret')
  })
})
