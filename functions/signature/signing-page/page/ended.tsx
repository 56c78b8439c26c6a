import { useShown } from './context.ts'
import { Heading } from './heading.tsx'
import { type Messages, timeOf } from './messages.ts'
import { Redirection } from './redirection.tsx'
import type { Screen } from './screen.ts'
import { failureText } from './trouble.tsx'
import type { View } from './view.ts'

/** Everything but signing and having signed: what happened, told plainly. */
export function Ended({ screen }: { screen: Exclude<Screen, 'signing' | 'signed'> | null }) {
  const { signing, view, texts } = useShown()
  const { heading, text } = screen ? textsOf(screen, view, texts) : failureTexts(view, texts)
  const { state } = view
  const canRetry = view.failure !== null && view.failure.kind !== 'refused'
  return (
    <>
      <Heading key={heading} level={1}>
        {heading}
      </Heading>
      <p class="lead">{text}</p>
      {state?.you.signedAt && <p>{texts.yourSignatureStays(timeOf(state.you.signedAt, view.locale))}</p>}
      {canRetry && (
        <button type="button" class="primary" onClick={() => void signing.lookAgain()}>
          {texts.retry}
        </button>
      )}
      {screen === 'declined_by_you' && <Redirection url={state?.request.redirectUrls?.declined ?? null} />}
    </>
  )
}

interface Outcome {
  readonly heading: string
  readonly text: string
}

function failureTexts({ failure }: View, texts: Messages): Outcome {
  if (failure?.kind === 'refused') return { heading: texts.unknownHeading, text: texts.unknownText }
  return { heading: texts.unreachableHeading, text: failure ? failureText(failure, texts) : texts.loading }
}

function textsOf(screen: Exclude<Screen, 'signing' | 'signed'>, { state, locale }: View, texts: Messages): Outcome {
  const { title = '', senderName = '', expiresAt = '' } = state?.request ?? {}
  const declinedAt = state?.you.declinedAt ?? null
  switch (screen) {
    case 'not_your_turn':
      return { heading: texts.notYourTurnHeading, text: texts.notYourTurnText(title) }
    case 'declined_by_you':
      return {
        heading: texts.declinedByYouHeading,
        text: texts.declinedByYouText(title, declinedAt && timeOf(declinedAt, locale)),
      }
    case 'declined_by_other':
      return { heading: texts.declinedByOtherHeading, text: texts.declinedByOtherText(title) }
    case 'canceled':
      return { heading: texts.canceledHeading, text: texts.canceledText(title, senderName) }
    case 'expired':
      return { heading: texts.expiredHeading, text: texts.expiredText(title, timeOf(expiresAt, locale)) }
    case 'completed':
      return { heading: texts.completedHeading, text: texts.completedText(title) }
    case 'not_asked':
      return { heading: texts.notAskedHeading, text: texts.notAskedText(title) }
  }
}
