import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { describe, expect, test } from 'vitest'
import { commitSteps, commitStepsOf, stepsOf } from '../../../functions/signature/model/commit-steps.ts'
import { linked, type Step, type StepDraft, stepHash } from '../../../functions/signature/model/step.ts'
import { emptyChain } from '../../../shared/platform/hash-chain.ts'
import { fromItem, toItem } from '../../../shared/store/collection.ts'
import { uuid } from './sample-request.ts'

const actor = { type: 'user', id: null, name: 'Jane' } as const
const drafts: StepDraft[] = [
  { type: 'declined', actor, signerId: uuid(1), detail: { reason: null, more: { note: null } } },
  { type: 'sent', actor, ip: '192.0.2.1' },
  { type: 'completed', actor: { ...actor, type: 'system' } },
]

const at = '2026-03-01T10:00:00.000Z'
const links = (chain = emptyChain) => linked(chain, drafts, { requestId: uuid(9), at, ids: () => uuid(7) })

function itemOf([first, ...others]: readonly Step[]) {
  if (!first) throw new Error('there is no step')
  return unmarshall(marshall(toItem(commitSteps, commitStepsOf([first, ...others])), { removeUndefinedValues: true }))
}

const readFrom = (item: ReturnType<typeof itemOf>) => stepsOf(fromItem(commitSteps, item))

describe('the steps of one commit', () => {
  test('stand in one item under the number of the first, and are read one by one as they were', () => {
    const first = links()
    const second = links(first.chain)
    const items = [first, second].map(({ steps }) => itemOf(steps))
    expect(items.map(({ PK, SK }) => [PK, SK])).toEqual([
      [`SIGREQ#${uuid(9)}`, 'STEP#000001'],
      [`SIGREQ#${uuid(9)}`, 'STEP#000004'],
    ])
    const read = items.flatMap(readFrom)
    expect(read).toEqual([...first.steps, ...second.steps])
    expect(read.map(stepHash)).toEqual(read.map(({ hash }) => hash))
  })

  test.each([
    ['a step that is left out', (steps: Step[]) => steps.toSpliced(1, 1)],
    ['steps in another order', (steps: Step[]) => steps.toReversed()],
    ['another reason', (steps: Step[]) => steps.map((step) => ({ ...step, detail: { reason: 'x' } }))],
    ['another hash', (steps: Step[]) => steps.map((step) => ({ ...step, hash: 'f'.repeat(64) }))],
    ['another time', (steps: Step[]) => steps.map((step) => ({ ...step, at: '2026-03-01T10:00:00.001Z' }))],
  ])('show %s', (_, change) => {
    const { steps, chain } = links()
    const read = readFrom(itemOf(change(steps)))
    const isWhole = read.every((step) => stepHash(step) === step.hash) && read.at(-1)?.hash === chain.hash
    expect(isWhole).toBe(false)
  })
})
