import { useKnownState } from './context.ts'
import { nameOf } from './draft.ts'
import { type Messages, timeOf } from './messages.ts'
import type { Cosigner } from './signing-state.ts'

/** What is to be signed, by whom, for whom, until when. */
export function IntroStep({ onDecline }: { onDecline: (() => void) | null }) {
  const { signing, view, texts, state } = useKnownState()
  const { request, document, you } = state
  return (
    <div class="step">
      <p class="lead">{texts.toSign}</p>
      <h1>{request.title}</h1>
      <dl>
        <dt>{texts.sentBy}</dt>
        <dd>{texts.senderOf(request.senderName, request.organizationName)}</dd>
        <dt>{texts.youAre}</dt>
        <dd>{nameOf(you)}</dd>
        <dt>{texts.signUntil}</dt>
        <dd>
          <time dateTime={request.expiresAt}>{timeOf(request.expiresAt, view.locale)}</time>
        </dd>
        <dt>{texts.documentFile}</dt>
        <dd>
          <a href={signing.api.documentUrl('shown')} target="_blank" rel="noreferrer">
            {document.fileName}
          </a>
          , {texts.pages(document.pageCount)}
        </dd>
      </dl>
      {request.message && (
        <blockquote>
          <p class="quiet">{texts.messageOf(request.senderName)}</p>
          <p class="message">{request.message}</p>
        </blockquote>
      )}
      {state.signers.length > 1 && <Signers />}
      <div class="actions">
        <button type="button" class="primary" onClick={() => signing.goTo('read')}>
          {texts.readDocument}
        </button>
        {onDecline && (
          <button type="button" class="quiet-button" onClick={onDecline}>
            {texts.decline}
          </button>
        )}
      </div>
    </div>
  )
}

function Signers() {
  const { view, texts, state } = useKnownState()
  return (
    <>
      <h2 class="small">{texts.signers}</h2>
      <ul class="signers">
        {state.signers.map((signer, index) => (
          <li key={index}>
            {nameOf(signer)}
            {signer.isYou && ` (${texts.you})`}
            <span class="quiet"> – {progressOf(signer, texts, (iso) => timeOf(iso, view.locale))}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function progressOf({ status, signedAt }: Cosigner, texts: Messages, format: (iso: string) => string): string {
  if (signedAt) return texts.hasSigned(format(signedAt))
  return status === 'declined' ? texts.hasDeclined : texts.hasNotSigned
}
