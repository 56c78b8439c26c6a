import { useOpenState } from './context.ts'
import { nameOf } from './draft.ts'
import { namesInWords } from './messages.ts'

/** The consent to the document, which is named by its hash. The box is never ticked beforehand, nor after a change by the sender. */
export function Consent() {
  const { signing, view, texts, state, document } = useOpenState()
  const { request, signers } = state
  const { draft, consent, hasTriedToSign, hasChanged } = view
  const isMissing = hasTriedToSign && !draft.isAccepted
  return (
    <div class="consent">
      <div class="trouble" role="alert" hidden={!hasChanged}>
        {hasChanged && <p>{texts.changedSinceShown(request.title, namesInWords(signers.map(nameOf), view.locale))}</p>}
      </div>
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
