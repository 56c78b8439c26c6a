import { useRef } from 'preact/hooks'
import { Consent } from './consent.tsx'
import { useKnownState } from './context.ts'
import { Heading } from './heading.tsx'
import { Trouble } from './trouble.tsx'

/** The consent, and the way to the service that keeps the person's key. */
export function RemoteStep() {
  const { signing, view, texts } = useKnownState()
  const { draft, busy, isOutcomeUnknown } = view
  const form = useRef<HTMLFormElement>(null)
  function leave(event: Event): void {
    event.preventDefault()
    void signing.signRemotely()
    if (!draft.isAccepted) form.current?.querySelector<HTMLElement>('#consent')?.focus()
  }
  return (
    <form class="step" ref={form} onSubmit={leave} noValidate>
      <Heading>{texts.signHeading}</Heading>
      <p>{texts.remoteIntro}</p>
      <Consent />
      <Trouble on="sign" />
      <div class="actions">
        {!isOutcomeUnknown && (
          <button type="submit" class="primary" aria-disabled={busy !== null}>
            {busy === 'sign' ? texts.remoteBusy : texts.remoteContinue}
          </button>
        )}
        <button type="button" class="subtle" onClick={() => signing.goTo('read')}>
          {texts.back}
        </button>
      </div>
    </form>
  )
}
