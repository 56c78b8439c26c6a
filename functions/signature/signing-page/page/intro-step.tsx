import { useKnownState } from './context.ts'
import { nameOf } from './draft.ts'
import { Message } from './message.tsx'
import { timeOf } from './messages.ts'
import { Signers } from './signers.tsx'
import { Trouble } from './trouble.tsx'

/** What is to be signed, for whom, until when; and, once the document was opened, by whom. */
export function IntroStep({ onDecline }: { onDecline: (() => void) | null }) {
  const { signing, view, texts, state } = useKnownState()
  const { request, document, you } = state
  const isOnSite = you.signingMode === 'agency' && !document
  const read = () => (document ? signing.goTo('read') : void signing.openDocument())
  return (
    <div class="step">
      <p class="lead">{isOnSite ? texts.handOverTo(nameOf(you)) : texts.toSign}</p>
      <h1>{request.title}</h1>
      <dl>
        <dt>{texts.sentBy}</dt>
        <dd>{texts.senderOf(request.senderName, request.organizationName)}</dd>
        {document && (
          <>
            <dt>{texts.youAre}</dt>
            <dd>{nameOf(you)}</dd>
          </>
        )}
        <dt>{texts.signUntil}</dt>
        <dd>
          <time dateTime={request.expiresAt}>{timeOf(request.expiresAt, view.locale)}</time>
        </dd>
        {document && (
          <>
            <dt>{texts.documentFile}</dt>
            <dd>
              <a href={signing.api.documentUrl('shown')} target="_blank" rel="noreferrer">
                {document.fileName}
              </a>
              , {texts.pages(document.pageCount)}
            </dd>
          </>
        )}
      </dl>
      <Message />
      <Signers />
      <Trouble on="open" />
      <div class="actions">
        <button type="button" class="primary" aria-disabled={view.busy !== null} onClick={read}>
          {document ? texts.readDocument : texts.openDocument}
        </button>
        {onDecline && (
          <button type="button" class="subtle" onClick={onDecline}>
            {texts.decline}
          </button>
        )}
      </div>
    </div>
  )
}
