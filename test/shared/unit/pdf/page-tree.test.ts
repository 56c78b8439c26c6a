import { PDF } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countPages, findPages, readPageTree } from '../../../../shared/pdf/page-tree.ts'
import { pdfOf } from '../../../support/documents/pdf-of.ts'

/** A page, or a node with what is below it. */
type Tree = { kids: Tree[] | null; rotate: number | null }

const { tree } = fc.letrec<{ tree: Tree; node: Tree; page: Tree }>((tie) => {
  const rotate = fc.option(fc.constantFrom(0, 90, 180, 270), { nil: null })
  return {
    page: fc.record({ kids: fc.constant(null), rotate }),
    node: fc.record({ kids: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }), rotate }),
    tree: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('page'), tie('node')),
  }
})
const trees = fc.record({ kids: fc.array(tree, { minLength: 1, maxLength: 5 }), rotate: fc.constant(null) })

function pagesUnder({ kids }: Tree): number {
  return kids ? kids.reduce((sum, kid) => sum + pagesUnder(kid), 0) : 1
}

function documentOf(root: Tree): Buffer {
  const bodies = ['<</Type/Catalog/Pages 2 0 R>>']
  const add = ({ kids, rotate }: Tree, parent: number): number => {
    const number = bodies.push('')
    const turned = rotate === null ? '' : `/Rotate ${rotate}`
    const references = (kids ?? []).map((kid) => `${add(kid, number)} 0 R`).join(' ')
    const above = parent === 1 ? '' : `/Parent ${parent} 0 R`
    bodies[number - 1] = kids
      ? `<</Type/Pages/Kids[${references}]/Count ${pagesUnder({ kids, rotate })}${above}${turned}>>`
      : `<</Type/Page/MediaBox[0 0 ${number} 100]${above}${turned}>>`
    return number
  }
  add(root, 1)
  return pdfOf(bodies)
}

describe('findPages', () => {
  it('finds the same pages as reading the whole tree', async () => {
    await fc.assert(
      fc.asyncProperty(trees, fc.array(fc.integer({ min: 1, max: 30 })), async (root, numbers) => {
        const pdf = await PDF.load(documentOf(root))
        const all = readPageTree(pdf)
        if (typeof all === 'string') throw new Error(all)
        const expected = [...new Set(numbers)].filter((number) => number <= all.length).sort((a, b) => a - b)
        const found = findPages(pdf, new Set(numbers))
        expect(countPages(pdf)).toBe(all.length)
        expect([...found]).toEqual(expected.map((number) => [number, all[number - 1]]))
      }),
    )
  })

  it('reads no page that is not asked for', async () => {
    const pdf = await PDF.load(
      documentOf({ rotate: null, kids: Array.from({ length: 50 }, () => ({ kids: null, rotate: null })) }),
    )
    const asked: number[] = []
    const source = {
      getCatalog: () => pdf.getCatalog(),
      getObject: (ref: Parameters<typeof pdf.getObject>[0]) => {
        asked.push(ref.objectNumber)
        return pdf.getObject(ref)
      },
    }
    expect(findPages(source, new Set([7])).size).toBe(1)
    expect(new Set(asked)).toEqual(new Set([2, 9]))
  })

  it('fails where the counts are wrong', async () => {
    const node = '<</Type/Pages/Kids[3 0 R 3 0 R]/Count 3>>'
    const pdf = await PDF.load(pdfOf(['<</Type/Catalog/Pages 2 0 R>>', node, '<</Type/Page/MediaBox[0 0 9 9]>>']))
    expect(() => findPages(pdf, new Set([1]))).toThrow('not whole')
  })

  it('has no page instead of a root', async () => {
    const bodies = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Page/MediaBox[0 0 9 9]>>']
    expect(readPageTree(await PDF.load(pdfOf(bodies)))).toBe('damaged')
  })

  it('has no node without pages to mislead it', async () => {
    const node = '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 1>>'
    const bodies = ['<</Type/Catalog/Pages 2 0 R>>', node, '<</Type/Pages/Kids[]/Count 0>>', '<</Type/Page>>']
    expect(readPageTree(await PDF.load(pdfOf(bodies)))).toBe('damaged')
  })
})
