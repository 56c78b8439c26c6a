import { useOpenState } from './context.ts'

/** The consent to the document, which is named by its hash. The box is never ticked beforehand. */
export function Consent() {
  const { signing, view, texts, document } = useOpenState()
  const { draft, consent, hasTriedToSign } = view
  const isMissing = hasTriedToSign && !draft.isAccepted
  return (
    <div class="consent">
      <label class="choice">
        <input
          id="consent"
          type="checkbox"
          required
          checked={draft.isAccepted}
          aria-invalid={isMissing}
          aria-describedby="consent-error"
          onChange={({ currentTarget }) => signing.edit({ isAccepted: currentTarget.checked })}
        />
        <span lang={consent?.locale}>{consent?.text}</span>
      </label>
      <p id="consent-error" class="error" role="alert">
        {isMissing && texts.consentMissing}
      </p>
      <p class="quiet fingerprint">
        {texts.fingerprint} <code>{document.sha256}</code>
      </p>
    </div>
  )
}
