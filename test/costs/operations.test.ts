import { afterAll, beforeAll, expect, test } from 'vitest'
import { allScenarios, type NamedScenario } from '../matrices/scenarios/scenarios.ts'
import { type Baseline, firstNameOf, flawsOfLine, readBaseline } from './baseline.ts'
import { excessesOf, goalOf, goalOfFirst } from './goals.ts'
import { lineNames, type MeasuredLine, measuredLines } from './measured-operations.ts'
import { type MeteredCloud, startMeteredCloud } from './metered-cloud.ts'

/** They only tell something, or find nothing to do. */
const changingNothing = [
  'previewStamp, a name',
  'importContacts, a dry run',
  'verifySignatureDocument, of a sealed document',
  'replayDeliveries, of the last day',
]
let metered: MeteredCloud
const baseline: Baseline = readBaseline()

beforeAll(async () => {
  metered = await startMeteredCloud()
})
afterAll(() => metered.close())

test.for(allScenarios())('$name costs what the baseline says, and no more than is the goal', async (named) => {
  const lines = await steadyLines(named)
  expect(lines.flatMap((line) => flawsOfLine(baseline, line))).toEqual([])
  expect(lines.flatMap(({ asking, reading }) => excessesOf(reading, goalOf(named, asking)))).toEqual([])
  const firsts = lines.flatMap(({ asking, first }) => (first ? excessesOf(first, goalOfFirst(named, asking)) : []))
  expect(firsts).toEqual([])
  if (named.operation.method === 'GET') return
  // What is measured by mistake may be that there is nothing to do, as when the scenario before has done it.
  for (const { name, asking, isChange } of lines)
    expect([name, isChange]).toEqual([name, asking !== 'a key again' && !changingNothing.includes(named.name)])
})

test('every line of the baseline is of a scenario', () => {
  const names = allScenarios()
    .flatMap(lineNames)
    .flatMap((name) => [name, firstNameOf(name)])
  expect(Object.keys(baseline).filter((name) => !names.includes(name))).toEqual([])
})

/** A machine that stalls can only make calls look as if they came one after the other, never the reverse: then it is measured again. */
async function steadyLines(named: NamedScenario): Promise<MeasuredLine[]> {
  let lines = await measuredLines(metered, named)
  for (let again = 0; again < 2 && lines.some((line) => flawsOfLine(baseline, line).length > 0); again++)
    lines = shallower(lines, await measuredLines(metered, named))
  return lines
}

function shallower(lines: readonly MeasuredLine[], others: readonly MeasuredLine[]): MeasuredLine[] {
  return lines.map((line, index) => {
    const other = others[index] ?? line
    const shallow = other.reading.depth < line.reading.depth ? other : line
    const isFirstLess = line.first && other.first && other.first.depth < line.first.depth
    return { ...shallow, first: isFirstLess ? other.first : line.first }
  })
}
