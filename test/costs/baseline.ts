import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { MeasuredLine } from './measured-operations.ts'

/** By the name of a line, what it is held to. */
const baselineSchema = v.record(v.string(), v.strictObject({ depth: v.number(), calls: v.number() }))
export type Baseline = v.InferOutput<typeof baselineSchema>

const file = join(import.meta.dirname, 'baseline.json')
const rewrite = 'npm run bench -- operations --write-baseline'

export function readBaseline(): Baseline {
  return v.parse(baselineSchema, JSON.parse(readFileSync(file, 'utf8')))
}

export function writeBaseline(lines: readonly MeasuredLine[]): void {
  const entries = lines.map(
    ({ name, reading: { depth, calls } }) => `  ${JSON.stringify(name)}: { "depth": ${depth}, "calls": ${calls} }`,
  )
  writeFileSync(file, `{\n${entries.join(',\n')}\n}\n`)
}

/** In what a line is not as committed; nothing where it is. Cheaper is a flaw too: the baseline has to stay true. */
export function flawsOfLine(baseline: Baseline, { name, reading }: MeasuredLine): string[] {
  const committed = baseline[name]
  if (!committed) return [`${name} has no line in the baseline: ${rewrite}`]
  return (['depth', 'calls'] as const).flatMap((measure) => {
    const [now, before] = [reading[measure], committed[measure]]
    if (now === before) return []
    const advice =
      now > before ? 'make it cheaper, or say in the commit why it has to cost more' : `tighten it: ${rewrite}`
    return [`${name}: ${measure} is ${now}, the baseline says ${before}; ${advice}`]
  })
}
