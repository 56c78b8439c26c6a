import { OddContent } from './odd-content.ts'

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

const identity: Matrix = [1, 0, 0, 1, 0, 0]

/**
 * Holds what a glyph of a Type 3 font draws against the box that its operator `d1` gives (ISO 32000-2 table 111): some readers draw
 * nothing beyond it, others all. Throws `OddContent` for what reaches beyond it by more than a twentieth of its size.
 */
export class GlyphBox {
  readonly #from: readonly [x: number, y: number]
  readonly #to: readonly [x: number, y: number]
  readonly #saved: Matrix[] = []
  #matrix = identity

  /** Of the operands of `d1`. */
  constructor([, , x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]) {
    const [across, up] = [Math.abs(x2 - x1) / 20, Math.abs(y2 - y1) / 20]
    this.#from = [Math.min(x1, x2) - across, Math.min(y1, y2) - up]
    this.#to = [Math.max(x1, x2) + across, Math.max(y1, y2) + up]
  }

  apply(operator: string, numbers: () => number[]) {
    switch (operator) {
      case 'q':
        this.#saved.push(this.#matrix)
        return
      case 'Q':
        this.#matrix = this.#saved.pop() ?? identity
        return
      case 'cm':
        this.#matrix = product(numbers(), this.#matrix)
        return
      case 're': {
        const [x = 0, y = 0, width = 0, height = 0] = numbers()
        return this.#checkRectangle(x, y, width, height)
      }
      case 'm':
      case 'l':
      case 'c':
      case 'v':
      case 'y':
        return this.#checkPoints(numbers())
      case 'Do':
      case 'BI':
        return this.#checkRectangle(0, 0, 1, 1)
      case 'BT':
        throw new OddContent('A glyph writes other glyphs')
    }
  }

  #checkRectangle(x: number, y: number, width: number, height: number) {
    this.#checkPoints([x, y, x + width, y, x, y + height, x + width, y + height])
  }

  #checkPoints(numbers: readonly number[]) {
    const [a, b, c, d, e, f] = this.#matrix
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const [x = 0, y = 0] = numbers.slice(at, at + 2)
      const place = [a * x + c * y + e, b * x + d * y + f] as const
      const isInside = [0, 1].every((axis) => {
        const value = place[axis] ?? 0
        return value >= (this.#from[axis] ?? 0) && value <= (this.#to[axis] ?? 0)
      })
      if (!isInside) throw new OddContent('A glyph draws beyond its box')
    }
  }
}

function product([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[], by: Matrix): Matrix {
  const [A, B, C, D, E, F] = by
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F]
}
