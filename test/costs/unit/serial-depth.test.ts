import { expect, test } from 'vitest'
import { serialDepth } from '../serial-depth.ts'

const span = (beganAt: number, answeredAt: number) => ({ beganAt, answeredAt })

test('nothing called is no depth', () => {
  expect(serialDepth([])).toBe(0)
})

test('calls made at once are one deep, however long each takes', () => {
  expect(serialDepth([span(0, 10), span(1, 900), span(2, 13)])).toBe(1)
  expect(serialDepth([span(0, 10), span(9, 900)])).toBe(1)
})

test('a call that begins once another has been answered is one deeper', () => {
  expect(serialDepth([span(0, 10), span(10, 20), span(25, 30)])).toBe(3)
})

test('the longest chain counts, not the one that took longest', () => {
  expect(serialDepth([span(0, 1000), span(0, 10), span(11, 20), span(21, 30)])).toBe(3)
})

test('the order in which calls were noted does not matter', () => {
  expect(serialDepth([span(25, 30), span(0, 10), span(11, 20)])).toBe(3)
})
