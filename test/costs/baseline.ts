import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { MeasuredLine } from './measured-operations.ts'
import type { Reading } from './reading.ts'

/** By the name of a line, what it is held to. The first request of a thread has a line of its own where it costs something else. */
const baselineSchema = v.record(v.string(), v.strictObject({ depth: v.number(), calls: v.number() }))
type HeldTo = Pick<Reading, 'depth' | 'calls'>
export type Baseline = v.InferOutput<typeof baselineSchema>

const file = join(import.meta.dirname, 'baseline.json')
const rewrite = 'npm run bench -- operations --write-baseline'

export function readBaseline(): Baseline {
  return v.parse(baselineSchema, JSON.parse(readFileSync(file, 'utf8')))
}

export function writeBaseline(lines: readonly MeasuredLine[]): void {
  const entries = lines.flatMap(({ name, reading, first }) => [
    entryOf(name, reading),
    ...(first && !isSame(first, reading) ? [entryOf(firstNameOf(name), first)] : []),
  ])
  writeFileSync(file, `{\n${entries.join(',\n')}\n}\n`)
}

/** What the line of the first request of a thread is called. */
export function firstNameOf(name: string): string {
  return `${name}, first of a thread`
}

const entryOf = (name: string, { depth, calls }: HeldTo) =>
  `  ${JSON.stringify(name)}: { "depth": ${depth}, "calls": ${calls} }`
const isSame = (one: HeldTo, other: HeldTo) => one.depth === other.depth && one.calls === other.calls

/** In what a line is not as committed; nothing where it is. Cheaper is a flaw too: the baseline has to stay true. */
export function flawsOfLine(baseline: Baseline, { name, reading, first }: MeasuredLine): string[] {
  const committed = baseline[name]
  if (!committed) return [`${name} has no line in the baseline: ${rewrite}`]
  const firstName = firstNameOf(name)
  return [
    ...flawsOf(name, reading, committed),
    ...(first ? flawsOf(firstName, first, baseline[firstName] ?? committed) : []),
  ]
}

function flawsOf(name: string, reading: HeldTo, committed: HeldTo): string[] {
  return (['depth', 'calls'] as const).flatMap((measure) => {
    const [now, before] = [reading[measure], committed[measure]]
    if (now === before) return []
    const advice =
      now > before ? 'make it cheaper, or say in the commit why it has to cost more' : `tighten it: ${rewrite}`
    return [`${name}: ${measure} is ${now}, the baseline says ${before}; ${advice}`]
  })
}
