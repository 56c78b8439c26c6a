import { useRef, useState } from 'preact/hooks'
import { codeDigits } from '../../../../shared/platform/code-digits.ts'
import { useKnownState, useServerTime } from './context.ts'
import { Heading } from './heading.tsx'
import { durationOf, hourOf, type Messages } from './messages.ts'
import type { SigningState } from './signing-state.ts'
import { failureText, Trouble } from './trouble.tsx'

/** Proving who one is by a code that was sent. */
export function CodeStep() {
  const { signing, texts, state } = useKnownState()
  const now = useServerTime()
  const isLocked = isAhead(state.code.lockedUntil, now)
  const hasCode = state.code.expiresAt !== null
  return (
    <div class="step">
      <Heading>{texts.codeHeading}</Heading>
      {!isLocked && <p>{channelText(state, texts, hasCode)}</p>}
      {isLocked ? <Locked now={now} /> : hasCode && <CodeEntry now={now} />}
      {!isLocked && <Sending now={now} isFirst={!hasCode} />}
      <div class="actions">
        <button type="button" class="subtle" onClick={() => signing.goTo('read')}>
          {texts.back}
        </button>
      </div>
    </div>
  )
}

function isAhead(time: string | null, now: number): boolean {
  return time !== null && Date.parse(time) > now
}

function goesBySms({ code, you }: SigningState): boolean {
  return (code.channel ?? (you.authMethod === 'sms_otp' ? 'sms' : 'email')) === 'sms'
}

function channelText(state: SigningState, texts: Messages, isSent: boolean): string {
  const { code } = state
  const isSms = goesBySms(state)
  if (isSent) return isSms ? texts.codeSentSms(code.sentTo) : texts.codeSentEmail(code.sentTo)
  return isSms ? texts.codeIntroSms(code.digits, code.sentTo) : texts.codeIntroEmail(code.digits, code.sentTo)
}

function Locked({ now }: { now: number }) {
  const { view, texts, state } = useKnownState()
  const until = state.code.lockedUntil ?? ''
  return (
    <div class="trouble">
      <p role="alert">{texts.codeLocked(hourOf(until, view.locale))}</p>
      <p role="timer">{texts.codeLockedFor(durationOf(Date.parse(until) - now))}</p>
    </div>
  )
}

function CodeEntry({ now }: { now: number }) {
  const { signing, view, texts, state } = useKnownState()
  const { digits: codeLength } = state.code
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isIncomplete, setIsIncomplete] = useState(false)
  const isExpired = !isAhead(state.code.expiresAt, now)
  const error = useCodeError(isIncomplete, isExpired)
  async function prove(event: Event): Promise<void> {
    event.preventDefault()
    setIsIncomplete(code.length < codeLength)
    if (code.length === codeLength) await signing.proveCode(code)
    input.current?.select()
  }
  return (
    <form onSubmit={(event) => void prove(event)} noValidate>
      <label for="code">{texts.codeLabel(codeLength)}</label>
      <input
        id="code"
        class="code"
        ref={input}
        inputMode="numeric"
        autocomplete="one-time-code"
        spellcheck={false}
        required
        value={code}
        aria-invalid={error !== null}
        aria-describedby="code-error code-validity"
        onInput={({ currentTarget }) => {
          const digits = codeDigits(currentTarget.value).replace(/\D/g, '').slice(0, codeLength)
          currentTarget.value = digits
          setCode(digits)
        }}
      />
      <p id="code-error" class="error" role="alert">
        {error}
      </p>
      <p id="code-validity" class="quiet" role="timer" hidden={isExpired}>
        {texts.codeValidFor(durationOf(Date.parse(state.code.expiresAt ?? '') - now))}
      </p>
      <div class="actions">
        <button type="submit" class="primary" aria-disabled={view.busy !== null || isExpired}>
          {texts.codeConfirm}
        </button>
      </div>
    </form>
  )
}

function useCodeError(isIncomplete: boolean, isExpired: boolean): string | null {
  const { view, texts, state } = useKnownState()
  if (isExpired) return texts.codeExpired
  if (view.notice?.on === 'proveCode') {
    const { failure } = view.notice
    if (failure.kind !== 'refused' || failure.status !== 422) return failureText(failure, texts)
    if (failure.details.digits !== undefined) return texts.codeIncomplete(failure.details.digits)
    const { triesLeft } = state.code
    return triesLeft === null ? texts.codeWrong : `${texts.codeWrong} ${texts.codeTriesLeft(triesLeft)}`
  }
  return isIncomplete ? texts.codeIncomplete(state.code.digits) : null
}

function Sending({ now, isFirst }: { now: number; isFirst: boolean }) {
  const { signing, view, texts, state } = useKnownState()
  const isEarly = isAhead(state.code.canSendAt, now)
  const waitMs = Date.parse(state.code.canSendAt ?? '') - now
  const send = () => {
    if (!isEarly) void signing.sendCode().then(() => document.getElementById('code')?.focus())
  }
  return (
    <div class="sending">
      {!isFirst && !goesBySms(state) && <p class="quiet">{texts.codeNotReceived}</p>}
      {isEarly ? null : <Trouble on="sendCode" />}
      <button
        type="button"
        class={isFirst ? 'primary' : ''}
        aria-disabled={isEarly || view.busy !== null}
        aria-describedby={isEarly ? 'send-wait' : undefined}
        onClick={send}
      >
        {isFirst ? texts.codeSend : texts.codeSendAgain}
      </button>
      {isEarly && (
        <p id="send-wait" class="quiet" role="timer">
          {view.notice?.on === 'sendCode'
            ? texts.codeTooMany(durationOf(waitMs))
            : texts.codeSendAgainIn(durationOf(waitMs))}
        </p>
      )}
    </div>
  )
}
