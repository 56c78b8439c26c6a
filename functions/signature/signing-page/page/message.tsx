import { useKnownState } from './context.ts'

/** What the sender wrote to the signers; known once the document is opened. */
export function Message() {
  const { texts, state } = useKnownState()
  const { message, senderName } = state.request
  if (!message) return null
  return (
    <blockquote>
      <p class="quiet">{texts.messageOf(senderName)}</p>
      <p class="message">{message}</p>
    </blockquote>
  )
}
