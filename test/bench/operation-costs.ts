import { writeBaseline } from '../costs/baseline.ts'
import { goalOf } from '../costs/goals.ts'
import { coldGet, type MeasuredLine, measuredLines } from '../costs/measured-operations.ts'
import type { MeteredCloud } from '../costs/metered-cloud.ts'
import { allScenarios } from '../scenarios/scenarios.ts'
import { costCells, type Rows } from './cells.ts'

/** What each scenario of each operation costs, warm, beside its goal; and GET by id as the first request of a thread. */
export async function operationCosts(metered: MeteredCloud, { writesBaseline = false } = {}): Promise<Rows> {
  const rows: Record<string, Rows[string]> = {}
  const lines: MeasuredLine[] = []
  for (const named of allScenarios())
    for (const line of await measuredLines(metered, named)) {
      lines.push(line)
      rows[line.name] = costCells(line.reading, goalOf(named, line.asking))
    }
  if (writesBaseline) writeBaseline(lines)
  rows['getSignatureRequest, cold'] = costCells(await coldGet(metered))
  return rows
}
