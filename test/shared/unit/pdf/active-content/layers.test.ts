import { describe, expect, it } from 'vitest'
import { activeContentOf, flattened } from '../../../../support/documents/flattened.ts'
import { layeredDocuments } from '../../../../support/documents/layered-documents.ts'
import { expectOnePicture } from './one-picture.ts'

describe('layers', () => {
  it.each(layeredDocuments)('$name', async (document) => {
    expect(await activeContentOf(document.pdf)).toEqual(['layers'])
    const { result } = await flattened(document.pdf)
    if (document.shows === 'refused') return expect(result).toEqual({ flattened: false, found: ['layers'] })
    expect(result).toMatchObject({ normalizations: [{ kind: 'layers' }] })
    await expectOnePicture(document)
  })
})
