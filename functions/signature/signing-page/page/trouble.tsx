import { useEffect, useRef } from 'preact/hooks'
import type { Failure } from './answer.ts'
import { useShown } from './context.ts'
import { durationOf, type Messages } from './messages.ts'
import type { SignerAction } from './view.ts'

/** Why the server could not use an image, beside that it shows nothing. */
const imageFaults = ['not_an_image', 'too_large', 'too_many_pixels', 'damaged', 'unsupported', 'too_detailed']

export function failureText(failure: Failure, texts: Messages): string {
  if (failure.kind === 'network') return texts.networkFailed
  if (failure.kind === 'server' || failure.status >= 500) return texts.serverFailed
  const { retryAfterSeconds, reason, characters = [] } = failure.details
  if (reason === 'correct_the_signer') return texts.codeOfNoUse
  if (reason === 'undrawable_text') return texts.undrawable(characters.join(' '))
  if (reason === 'blank') return texts.uploadBlank
  if (reason === 'not_confirmed') return texts.remoteNotConfirmed
  if (reason === 'start_again') return texts.remoteStartAgain
  if (failure.code === 'vendor_error') return vendorText(reason, texts)
  if (imageFaults.includes(reason ?? '')) return texts.uploadUnusable
  return retryAfterSeconds === undefined ? texts.refused : texts.rateLimited(durationOf(retryAfterSeconds * 1000))
}

/** Nothing of what the service itself said is shown: it is not meant for signers. */
function vendorText(reason: string | undefined, texts: Messages): string {
  if (reason === 'no_key') return texts.remoteNoKey
  if (reason === 'other_name') return texts.remoteOtherName
  return reason === 'connection' ? texts.remoteNoConnection : texts.remoteFailed
}

/** What the server said, in English, where the page has no exact words of its own; null: it has. */
function serverText(failure: Failure): string | null {
  if (failure.kind !== 'refused' || failure.message === '') return null
  const { reason, retryAfterSeconds } = failure.details
  if (imageFaults.includes(reason ?? '')) return failure.message
  const isKnown =
    failure.code === 'vendor_error' ||
    ['correct_the_signer', 'undrawable_text', 'blank', 'start_again'].includes(reason ?? '') ||
    retryAfterSeconds !== undefined
  return isKnown || failure.status >= 500 ? null : failure.message
}

/** What went wrong with an action, told at once. Where it may have happened all the same, the page finds out. */
export function Trouble({ on }: { on: SignerAction }) {
  const { signing, view, texts } = useShown()
  const box = useRef<HTMLDivElement>(null)
  const isOpen = view.isOutcomeUnknown && (on === 'sign' || on === 'decline')
  const failure = view.notice?.on === on ? view.notice.failure : null
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [isOpen, failure])
  if (!isOpen && !failure) return null
  return (
    <div class="trouble" role="alert" ref={box}>
      <p>{isOpen ? texts.outcomeUnknown : failure && troubleText(on, failure, texts)}</p>
      {!isOpen && failure && serverText(failure) && <p lang="en">{serverText(failure)}</p>}
      {isOpen && (
        <button type="button" onClick={() => void signing.lookAgain()}>
          {texts.checkAgain}
        </button>
      )}
    </div>
  )
}

function troubleText(on: SignerAction, failure: Failure, texts: Messages): string {
  // That it did not happen was read from the state after the connection was lost.
  if (failure.kind === 'network' && on === 'sign') return texts.notSigned
  if (failure.kind === 'network' && on === 'decline') return texts.notDeclined
  const text = failureText(failure, texts)
  return failure.kind === 'refused' ? text : `${text} ${texts.entriesKept}`
}
