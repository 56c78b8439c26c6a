export const isCap = (value: number) => value === 0 || value === 1 || value === 2
export const isJoin = isCap
export const isLength = (value: number) => value >= 0

/** Dashes shorter than that are a line to one reader, and shades of it to another. */
const shortestDashes = 0.01

export function areDashes(lengths: readonly number[]): boolean {
  const sum = lengths.reduce((all, length) => all + length, 0)
  return lengths.length === 0 || (lengths.every(isLength) && sum >= shortestDashes)
}

/** What a single number may be. Modes of text that make it a clip are none of them: some readers clip with glyphs that are empty, and hide all. */
const oneNumber: ReadonlyMap<string, (value: number) => boolean> = new Map([
  ['Tr', (value: number) => value === 0 || value === 1 || value === 2 || value === 3],
  ['Tz', (value: number) => value > 0],
  ['w', isLength],
  ['M', isLength],
  ['J', isCap],
  ['j', isJoin],
])

/** Whether all readers take this value of the only operand of an operator in one way. */
export function isWithin(operator: string, text: string): boolean {
  return oneNumber.get(operator)?.(Number(text)) ?? true
}

/** Operators that choose colours, which content without colours has none of. */
export const colourOperators = new Set('cs CS g G k K rg RG ri sc SC scn SCN sh'.split(' '))
