import { describe, expect, test } from 'vitest'
import { maxAttempts } from '../../../events/delivery-schedule.ts'
import { asArray, asObject, type Json } from '../../../infra/local/template.ts'
import { statesEntered } from '../../costs/state-path.ts'
import { appOfEmptyFunctions, resourcesOf, templateOf } from './synthesized-stack.ts'

/** The definition as text, in which whatever is known at deploy time only is an ellipsis. */
function definitionOf(joined: Json) {
  const [, parts] = asArray(asObject(joined)['Fn::Join'])
  return asObject(
    JSON.parse(
      asArray(parts)
        .map((part) => (typeof part === 'string' ? part : '…'))
        .join(''),
    ),
  )
}

describe('the machine of retries, each of whose states is paid for when it is entered', () => {
  const machines = Object.values(resourcesOf(templateOf(appOfEmptyFunctions()), 'AWS::StepFunctions::StateMachine'))
  const [definition] = machines.map(({ Properties }) => definitionOf(Properties.DefinitionString))
  if (!definition) throw new Error('the template has no state machine')

  test('enters two states for each retry, and one before them', () => {
    for (let takenAt = 2; takenAt <= maxAttempts; takenAt++)
      expect(statesEntered(definition, { from: 2, takenAt })).toHaveLength(1 + 2 * (takenAt - 1))
  })

  test('enters seventeen until a delivery is dead', () => {
    const entered = statesEntered(definition, { from: 2 })
    expect(entered).toHaveLength(17)
    expect(entered.at(-1)).toBe(`Attempt ${maxAttempts}`)
  })

  test('goes on where it is to, with what is left', () => {
    expect(statesEntered(definition, { from: maxAttempts })).toEqual([
      'From which attempt',
      `Before attempt ${maxAttempts}`,
      `Attempt ${maxAttempts}`,
    ])
  })
})
