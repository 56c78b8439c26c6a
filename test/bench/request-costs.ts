import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { type Held, held } from './cells.ts'
import { cpuGoal } from './goals.ts'

/** By method and route: with a token that the function has not met before, and with one that it verified a moment ago. */
const requestCostsSchema = v.record(v.string(), v.object({ cold: v.number(), warm: v.number() }))
export type RequestCosts = v.InferOutput<typeof requestCostsSchema>

type Row = Readonly<Record<keyof RequestCosts[string], number | Held>>

/**
 * The CPU that our own code takes for a request, without the SDK's, as a multiple of one bare verification of the
 * request's token: the median of the rounds, each of which takes both by turns. In a process of its own, since there the
 * SDK is given its answers.
 */
export async function requestCosts(): Promise<Record<string, Row>> {
  const probe = fileURLToPath(new URL('request-probe.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [probe])
  const costs = Object.entries(v.parse(requestCostsSchema, JSON.parse(stdout)))
  return Object.fromEntries(
    costs.map(([request, { cold, warm }]) => [
      request,
      { cold: held(cold, cpuGoal.cold), warm: held(warm, cpuGoal.warm) },
    ]),
  )
}
