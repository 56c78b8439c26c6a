import { useEffect, useRef, useState } from 'preact/hooks'
import { useKnownState } from './context.ts'
import { Trouble } from './trouble.tsx'

const mostCharacters = 500

/** Declining ends the request for everyone: a reason first, then a confirmation. */
export function DeclineDialog({ onClose }: { onClose: () => void }) {
  const { texts } = useKnownState()
  const dialog = useRef<HTMLDialogElement>(null)
  const [reason, setReason] = useState('')
  const [isConfirming, setIsConfirming] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="decline-heading">
      <h2 id="decline-heading">{isConfirming ? texts.declineConfirmHeading : texts.declineHeading}</h2>
      {isConfirming ? (
        <Confirmation reason={reason.trim()} onChange={() => setIsConfirming(false)} />
      ) : (
        <Reason
          reason={reason}
          onInput={setReason}
          onContinue={() => setIsConfirming(true)}
          onCancel={() => dialog.current?.close()}
        />
      )}
    </dialog>
  )
}

interface ReasonProps {
  readonly reason: string
  readonly onInput: (reason: string) => void
  readonly onContinue: () => void
  readonly onCancel: () => void
}

function Reason({ reason, onInput, onContinue, onCancel }: ReasonProps) {
  const { texts, state } = useKnownState()
  const input = useRef<HTMLTextAreaElement>(null)
  const [isMissing, setIsMissing] = useState(false)
  useEffect(() => input.current?.focus(), [])
  function proceed(event: Event): void {
    event.preventDefault()
    setIsMissing(reason.trim() === '')
    if (reason.trim()) onContinue()
    else input.current?.focus()
  }
  return (
    <form onSubmit={proceed} noValidate>
      <label for="reason">{texts.declineReason}</label>
      <textarea
        id="reason"
        ref={input}
        rows={4}
        maxLength={mostCharacters}
        required
        value={reason}
        aria-invalid={isMissing}
        aria-describedby="reason-hint reason-error"
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <p id="reason-hint" class="quiet">
        {texts.declineHint(state.request.senderName)}
      </p>
      <p id="reason-error" class="error" role="alert">
        {isMissing && texts.declineReasonMissing}
      </p>
      <div class="actions">
        <button type="submit" class="danger">
          {texts.declineContinue}
        </button>
        <button type="button" onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
    </form>
  )
}

function Confirmation({ reason, onChange }: { reason: string; onChange: () => void }) {
  const { signing, view, texts } = useKnownState()
  const confirmed = useRef<HTMLParagraphElement>(null)
  useEffect(() => confirmed.current?.focus(), [])
  return (
    <>
      <p ref={confirmed} tabIndex={-1}>
        {texts.declineConfirm}
      </p>
      <dl>
        <dt>{texts.declineYourReason}</dt>
        <dd class="message">{reason}</dd>
      </dl>
      <Trouble on="decline" />
      <div class="actions">
        {!view.isOutcomeUnknown && (
          <button
            type="button"
            class="danger"
            aria-disabled={view.busy !== null}
            onClick={() => void signing.decline(reason)}
          >
            {view.busy === 'decline' ? texts.declining : texts.declineForGood}
          </button>
        )}
        <button type="button" onClick={onChange}>
          {texts.change}
        </button>
      </div>
    </>
  )
}
