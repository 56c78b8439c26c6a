import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/** By the name of a scenario or a job, the line that tells what it commits when nothing breaks. */
const ledgerSchema = v.record(v.string(), v.string())
export type Ledger = v.InferOutput<typeof ledgerSchema>

/** One for each file of tests that holds what it runs to it. */
export const ledgerNames = ['operations', 'jobs'] as const
export type LedgerName = (typeof ledgerNames)[number]

const fileOf = (name: LedgerName) => join(import.meta.dirname, 'ledgers', `${name}.json`)
const isWrittenAnew = process.env.LEDGER === 'write'

export function readLedger(name: LedgerName): Ledger {
  return v.parse(ledgerSchema, JSON.parse(readFileSync(fileOf(name), 'utf8')))
}

/**
 * Which lines are not as committed. That a run in which something breaks commits what a whole one does says nothing where both
 * commit too little or too much. With LEDGER=write the lines become what is committed.
 */
export function flawsOfLedger(name: LedgerName, found: Ledger): string[] {
  if (isWrittenAnew) {
    writeFileSync(fileOf(name), `${JSON.stringify(found, null, 2)}\n`)
    return []
  }
  const committed = readLedger(name)
  const runs = new Set([...Object.keys(committed), ...Object.keys(found)])
  const rewrite = `LEDGER=write npx vitest run --project faults test/faults/${name}.test.ts`
  return [...runs].flatMap((run) => {
    const [before, now] = [committed[run] ?? 'no such line', found[run] ?? 'no such run']
    return now === before ? [] : [`${run}: ${now}; the ledger says: ${before}; where that is meant: ${rewrite}`]
  })
}
