import type { Goal } from '../costs/goals.ts'
import type { Reading } from '../costs/reading.ts'

/** A number that should be at most another one. */
export interface Held {
  readonly value: number
  readonly goal: number
}

export type Cell = string | number | null | Held
/** By the name of each line its cells. */
export type Rows = Readonly<Record<string, Readonly<Record<string, Cell>>>>
/** Any section's lines. */
export type Table = Readonly<Record<string, object>>

/** A number beside its goal, where it has one. */
export function held(value: number, goal: number | undefined): number | Held {
  return goal === undefined ? value : { value, goal }
}

/** What an invocation cost, beside what it should cost. Dollars are for a million such invocations. */
export function costCells({ depth, rounds, calls, callsByService, units, dollars }: Reading, goal: Goal = {}) {
  const services = Object.entries(callsByService).map(([service, count]) => `${service} ${count}`)
  return {
    depth,
    rounds: held(rounds, goal.rounds),
    calls,
    of: services.join(', '),
    'of DynamoDB': held(callsByService.dynamodb ?? 0, goal.dynamoDbCalls),
    reads: units.reads,
    writes: units.tableWrites,
    'index writes': units.indexWrites,
    '$ DynamoDB': held(dollars.dynamoDb, goal.dynamoDbDollars),
    '$ S3': dollars.s3,
    '$ others': dollars.others,
  }
}

/** A table for people: a number that is held to a goal stands beside it. */
export function printed(table: Table): Table {
  const lines = Object.entries(table).map(([name, cells]) => {
    const entries: [string, unknown][] = Object.entries(cells)
    return [name, Object.fromEntries(entries.map(([column, cell]) => [column, printedCell(cell)]))]
  })
  return Object.fromEntries(lines)
}

function printedCell(cell: unknown): unknown {
  return isHeld(cell) ? `${cell.value} ${cell.value > cell.goal ? '>' : '≤'} ${cell.goal}` : cell
}

function isHeld(cell: unknown): cell is Held {
  return typeof cell === 'object' && cell !== null && 'value' in cell && 'goal' in cell
}
