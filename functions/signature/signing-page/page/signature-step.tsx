import { useEffect, useRef } from 'preact/hooks'
import { Consent } from './consent.tsx'
import { useKnownState } from './context.ts'
import { type SignatureMode, signatureOf } from './draft.ts'
import { DrawnSignaturePad } from './drawn-signature.tsx'
import { Heading } from './heading.tsx'
import { SignatureStamp, signatureStamp, sizeOfStamp } from './signature-stamp.tsx'
import { useStampPicture } from './stamped-text.tsx'
import { Trouble } from './trouble.tsx'
import { UploadedSignature } from './uploaded-signature.tsx'

const modes: readonly SignatureMode[] = ['typed', 'drawn', 'uploaded']

/** The signature, the consent, and signing. */
export function SignatureStep() {
  const { signing, view, texts } = useKnownState()
  const { draft, busy, isOutcomeUnknown, hasTriedToSign } = view
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => signing.edit({ hasSeenSignature: true }), [signing])
  const isMissing = hasTriedToSign && signatureOf(draft) === null
  function sign(event: Event): void {
    event.preventDefault()
    void signing.sign()
    if (!signatureOf(draft)) focusOn(form.current, '.mode input, .mode [tabindex]')
    else if (!draft.isAccepted) focusOn(form.current, '#consent')
  }
  return (
    <form class="step" ref={form} onSubmit={sign} noValidate>
      <Heading>{texts.signHeading}</Heading>
      <fieldset class="modes">
        <legend>{texts.signatureHow}</legend>
        {modes.map((mode) => (
          <label key={mode}>
            <input type="radio" name="mode" checked={draft.mode === mode} onChange={() => signing.edit({ mode })} />
            <span>{texts.modes[mode]}</span>
          </label>
        ))}
      </fieldset>
      <div class="mode">
        {draft.mode === 'typed' && <TypedSignature isMissing={isMissing} />}
        {draft.mode === 'drawn' && <DrawnSignaturePad isMissing={isMissing} />}
        {draft.mode === 'uploaded' && <UploadedSignature isMissing={isMissing} />}
      </div>
      <p id="signature-error" class="error" role="alert">
        {isMissing && texts.signatureMissing[draft.mode]}
      </p>
      <Consent />
      <Trouble on="sign" />
      <div class="actions">
        {!isOutcomeUnknown && (
          <button type="submit" class="primary" aria-disabled={busy !== null}>
            {busy === 'sign' ? texts.signing : texts.sign}
          </button>
        )}
        <button type="button" class="subtle" onClick={() => signing.goTo('read')}>
          {texts.back}
        </button>
      </div>
    </form>
  )
}

function focusOn(form: HTMLFormElement | null, selector: string): void {
  form?.querySelector<HTMLElement>(selector)?.focus()
}

function TypedSignature({ isMissing }: { isMissing: boolean }) {
  const { signing, view, texts, state } = useKnownState()
  const size = sizeOfStamp(state.fields)
  const pictured = useStampPicture(signatureStamp(view.draft, size))
  const undrawable = pictured && 'undrawable' in pictured ? pictured.undrawable : null
  return (
    <>
      <label for="typed">{texts.typedLabel}</label>
      <input
        id="typed"
        type="text"
        autocomplete="name"
        maxLength={100}
        required
        value={view.draft.typed}
        aria-invalid={isMissing || undrawable !== null}
        aria-describedby="signature-error undrawable"
        onInput={({ currentTarget }) => signing.edit({ typed: currentTarget.value })}
      />
      <div id="undrawable" class="error" role="alert">
        {undrawable && (
          <>
            <p>{texts.undrawable(undrawable.join(' '))}</p>
            <button type="button" onClick={() => signing.edit({ mode: 'drawn' })}>
              {texts.drawInstead}
            </button>
          </>
        )}
      </div>
      {!undrawable && (
        <figure class="preview">
          <SignatureStamp draft={view.draft} size={size} />
          <figcaption class="quiet">{texts.stampPreview}</figcaption>
        </figure>
      )}
    </>
  )
}
