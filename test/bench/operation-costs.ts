import { type Goal, goalOf, goalOfFirst } from '../costs/goals.ts'
import type { MeteredCloud } from '../costs/metered-cloud.ts'
import { allScenarios } from '../matrices/scenarios/scenarios.ts'
import { costCells, held, type Rows } from './cells.ts'
import { type MeasuredLine, measuredLines } from './measured-operations.ts'

/** What each scenario of each operation costs, warm, and as the first request of a thread, beside its goals. */
export async function operationCosts(metered: MeteredCloud): Promise<Rows> {
  const rows: Record<string, Rows[string]> = {}
  for (const named of allScenarios())
    for (const line of await measuredLines(metered, named)) {
      const { asking } = line
      rows[line.name] = {
        ...costCells(line.reading, goalOf(named, asking)),
        ...firstCells(line, goalOfFirst(named, asking)),
      }
    }
  return rows
}

function firstCells({ first }: MeasuredLine, { rounds, dynamoDbCalls }: Goal): Rows[string] {
  if (!first) return {}
  const { dynamodb = 0 } = first.callsByService
  return { 'first: rounds': held(first.rounds, rounds), 'first: of DynamoDB': held(dynamodb, dynamoDbCalls) }
}
