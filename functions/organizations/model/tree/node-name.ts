import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { hasWebAddress } from '../../../../shared/http/values.ts'
import { isVisible, oneLine, withoutTurns } from '../../../../shared/platform/visible-text.ts'

const maxCharacters = 120

/**
 * The name that a node is to have, or why it cannot. Nodes beside each other may have the same. E-mails to people outside name it:
 * they would take a link in it for ours.
 */
export function nodeName(given: string): string | Refusal<'invalid_node_name'> {
  const name = withoutTurns(given).trim()
  const length = Array.from(name).length
  if (hasWebAddress(name)) return refuse('invalid_node_name', 'Remove the web address. A name has none.')
  if (isVisible(name) && length <= maxCharacters && oneLine.test(name)) return name
  return refuse(
    'invalid_node_name',
    `Send a name of 1 to ${maxCharacters} characters on one line, with at least one visible character.`,
  )
}
