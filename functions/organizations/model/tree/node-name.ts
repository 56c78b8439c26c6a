import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { isVisible, withoutTurns } from '../../../../shared/platform/visible-text.ts'

const maxCharacters = 120
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is kept out
const control = /[\u0000-\u001f\u007f]/

/** The name that a node is to have, or why it cannot. Nodes beside each other may have the same. */
export function nodeName(given: string): string | Refusal<'invalid_node_name'> {
  const name = withoutTurns(given).trim()
  const length = Array.from(name).length
  if (isVisible(name) && length <= maxCharacters && !control.test(name)) return name
  return refuse(
    'invalid_node_name',
    `Send a name of 1 to ${maxCharacters} characters on one line, with at least one visible character.`,
  )
}
