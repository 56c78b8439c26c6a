import { OddContent } from './odd-content.ts'

/** What a calculation has on its stack: a truth, or a number, of which a bound is known and, where it was written out, the value. */
type Item = 'truth' | { readonly most: number; readonly value: number | null }

/** Some readers reckon with whole numbers of 32 bits. */
const largest = 2 ** 31 - 1
const mostItems = 100
const mostWords = 20_000

const bounded = (most: number): Item => ({ most, value: null })

/** Operators that make a number of one: the bound of the result, by the bound of the operand. */
const ofOne: Readonly<Record<string, (most: number) => number>> = {
  abs: (most) => most,
  ceiling: (most) => most + 1,
  cos: () => 1,
  cvi: (most) => most,
  cvr: (most) => most,
  floor: (most) => most + 1,
  neg: (most) => most,
  sin: () => 1,
  truncate: (most) => most,
}
const ofTwo: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  mul: (a, b) => a * b,
  sub: (a, b) => a + b,
}
const comparisons = new Set(['eq', 'ge', 'gt', 'le', 'lt', 'ne'])

/**
 * Runs a calculation (ISO 32000-2 §7.10.5) without its numbers. Throws `OddContent` where readers may come to another result: what is
 * missing on the stack or left on it, a truth instead of a number, a division by what may be nothing, a number that some cannot
 * hold, and operators that they carry out in different ways at the edges. `inputs`: the largest that each may be, whatever its sign.
 */
export function checkCalculation(text: string, inputs: readonly number[], outputs: number) {
  const words = text
    .replace(/%[^\r\n]*/g, ' ')
    .replace(/[{}]/g, ' $& ')
    .split(/[\0\t\n\f\r ]+/)
    .filter((word) => word !== '')
  if (words[0] !== '{' || words.length > mostWords) throw new OddContent('A function calculates oddly')
  const calculation = new Calculation(words)
  const left = calculation.run(1, inputs.map(bounded))
  if (calculation.end !== words.length - 1 || left.length !== outputs || left.includes('truth'))
    throw new OddContent('A function calculates oddly')
}

class Calculation {
  readonly #words: readonly string[]
  /** Where the procedure that ran last ends. */
  end = 0

  constructor(words: readonly string[]) {
    this.#words = words
  }

  /** Runs the procedure whose first word stands there. Gives the stack behind it. */
  run(from: number, before: readonly Item[]): Item[] {
    let stack = [...before]
    for (let at = from; at < this.#words.length; at += 1) {
      const word = this.#words[at] ?? ''
      if (word === '}') {
        this.end = at
        return stack
      }
      if (word === '{') {
        stack = this.#branch(at, stack)
        at = this.end
      } else apply(word, stack)
      if (stack.length > mostItems) throw new OddContent('A function calculates with too much')
    }
    throw new OddContent('A function calculates oddly')
  }

  /** `{…} if` or `{…} {…} ifelse`: both ways have to leave the same kinds of things. */
  #branch(from: number, stack: Item[]): Item[] {
    if (stack.pop() !== 'truth') throw new OddContent('A function calculates oddly')
    const first = this.run(from + 1, stack)
    const isTwo = this.#words[this.end + 1] === '{'
    const second = isTwo ? this.run(this.end + 2, stack) : stack
    this.end += 1
    if (this.#words[this.end] !== (isTwo ? 'ifelse' : 'if') || first.length !== second.length)
      throw new OddContent('A function calculates oddly')
    return first.map((item, index) => merged(item, second[index]))
  }
}

function merged(one: Item, other: Item | undefined): Item {
  if (one === 'truth' && other === 'truth') return one
  if (one === 'truth' || other === 'truth' || other === undefined) throw new OddContent('A function calculates oddly')
  return one.value !== null && one.value === other.value ? one : bounded(Math.max(one.most, other.most))
}

function apply(word: string, stack: Item[]) {
  const [one, two] = [ofOne[word], ofTwo[word]]
  if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) pushNumber(stack, Math.abs(Number(word)), Number(word))
  else if (one) pushNumber(stack, one(popNumber(stack).most))
  else if (two) pushNumber(stack, two(popNumber(stack).most, popNumber(stack).most))
  else if (comparisons.has(word)) {
    popNumber(stack)
    popNumber(stack)
    stack.push('truth')
  } else applyOther(word, stack)
}

function applyOther(word: string, stack: Item[]) {
  switch (word) {
    case 'true':
    case 'false':
      stack.push('truth')
      return
    case 'and':
    case 'or':
    case 'not':
      if (stack.pop() !== 'truth' || (word !== 'not' && stack.pop() !== 'truth'))
        throw new OddContent('A function calculates oddly')
      stack.push('truth')
      return
    case 'div': {
      const divisor = Math.abs(popNumber(stack).value ?? 0)
      if (divisor === 0) throw new OddContent('A function may divide by nothing')
      return pushNumber(stack, popNumber(stack).most / divisor)
    }
    case 'exp': {
      const exponent = popNumber(stack).value ?? 0
      if (!Number.isInteger(exponent) || exponent < 1) throw new OddContent('A function has an odd exponent')
      return pushNumber(stack, popNumber(stack).most ** exponent)
    }
    default:
      return move(word, stack)
  }
}

/** Operators that reorder, repeat or drop items of the stack. How many has to be written out as a number. */
function move(word: string, stack: Item[]) {
  switch (word) {
    case 'pop':
      taken(stack, 1)
      return
    case 'dup': {
      const [item] = taken(stack, 1)
      if (item) stack.push(item, item)
      return
    }
    case 'exch':
      stack.push(...taken(stack, 2).reverse())
      return
    case 'copy': {
      const items = taken(stack, popCount(stack))
      stack.push(...items, ...items)
      return
    }
    case 'index': {
      const items = taken(stack, popCount(stack) + 1)
      stack.push(...items, ...items.slice(0, 1))
      return
    }
    case 'roll': {
      const by = popNumber(stack).value ?? Number.NaN
      const items = taken(stack, popCount(stack))
      if (!Number.isInteger(by)) throw new OddContent('A function calculates oddly')
      const from = items.length === 0 ? 0 : ((-by % items.length) + items.length) % items.length
      stack.push(...items.slice(from), ...items.slice(0, from))
      return
    }
    default:
      throw new OddContent(`A function calculates oddly: ${word.slice(0, 20)}`)
  }
}

function pushNumber(stack: Item[], most: number, value: number | null = null) {
  if (!(most <= largest)) throw new OddContent('A function calculates with too large a number')
  stack.push({ most, value })
}

function popNumber(stack: Item[]): Exclude<Item, 'truth'> {
  const item = stack.pop()
  if (item === undefined || item === 'truth') throw new OddContent('A function calculates oddly')
  return item
}

function popCount(stack: Item[]): number {
  const count = popNumber(stack).value ?? -1
  if (!Number.isInteger(count) || count < 0) throw new OddContent('A function calculates oddly')
  return count
}

/** The uppermost items, in their order. */
function taken(stack: Item[], count: number): Item[] {
  if (stack.length < count) throw new OddContent('A function calculates oddly')
  return stack.splice(stack.length - count, count)
}
