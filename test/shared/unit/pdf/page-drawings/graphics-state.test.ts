import { describe, expect, it } from 'vitest'
import { stateFault } from '../../../../../shared/pdf/page-drawings/graphics-state.ts'

const texts = (operators: string) => operators.split(' ').map((name) => `${name} null`)
const form = (saves: number) => [...Array<string>(saves).fill('save'), 'paintFormXObjectBegin'].join(' ')
const endOfForm = (restores: number) =>
  ['paintFormXObjectEnd', 'constructPath', ...Array<string>(restores).fill('restore'), 'save', 'transform'].join(' ')

describe('the content of a page between saved states', () => {
  it.each([
    ['content that changes nothing', 'constructPath showText'],
    ['content that changes the state and leaves it so', 'transform constructPath'],
    ['a state that is saved, changed and restored', 'save transform constructPath restore constructPath'],
    ['restores too many while nothing is changed', 'restore restore constructPath'],
    ['a restore too many at the end', 'transform constructPath restore'],
    ['a restore too many after which nothing is drawn', 'transform restore setLineWidth save restore'],
    ['as many of them as states are saved', 'transform restore restore restore'],
  ])('is drawn in the same states: %s', (_, content) => {
    expect(stateFault(texts(form(3)), texts(content), texts(endOfForm(3)))).toBeNull()
  })

  it.each([
    ['a restore too many undoes a transformation', 'transform restore constructPath', 6],
    ['also after states that were saved and restored', 'save restore transform restore save restore constructPath', 10],
    ['also where another restore comes first', 'restore transform restore showText', 7],
  ])('is drawn in another state where %s', (_, content, index) => {
    expect(stateFault(texts(form(3)), texts(content), texts(endOfForm(3)))).toMatchObject({ index })
  })

  it('hands its state to the stamps where it restores more than was saved around it', () => {
    const content = texts('restore restore transform')
    expect(stateFault(texts(form(0)), content, texts(endOfForm(0)))).toMatchObject({ found: 'another state' })
    expect(stateFault(texts(form(2)), content, texts(endOfForm(2)))).toBeNull()
  })

  it('hands its state to the stamps where nothing is around it', () => {
    expect(stateFault([], texts('transform'), texts('save transform'))).toMatchObject({ found: 'another state' })
    expect(stateFault(texts('save'), texts('save transform'), texts('restore save'))).toBeNull()
  })
})
