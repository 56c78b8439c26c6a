import { Button } from '../../../../shared/pages/components/button.tsx'
import { Icon } from '../../../../shared/pages/components/icon.tsx'
import { useKnownState } from './context.ts'
import { Heading } from './heading.tsx'
import { type Messages, timeOf } from './messages.ts'
import { nextPersonAt } from './next-person.ts'
import { Redirection } from './redirection.tsx'
import type { SigningState } from './signing-state.ts'

/** What happened, when, and the sealed document as soon as there is one. */
export function Signed() {
  const { signing, view, texts, state } = useKnownState()
  const { request, document, you } = state
  // Nobody goes back from the next person's page to this one.
  const next = nextPersonAt(location)
  return (
    <>
      <p class="done">
        <Icon name="check" />
      </p>
      <Heading level={1}>{texts.signedHeading}</Heading>
      <p class="lead">{texts.signedAt(request.title, timeOf(you.signedAt ?? state.now, view.locale))}</p>
      <h2>{texts.nextHeading}</h2>
      <p role="status">{progressOf(state, texts)}</p>
      {document?.sealed === 'ready' && (
        <>
          <p>{texts.nextDownload}</p>
          <p>
            <a class="button primary" href={signing.api.documentUrl('signed')} download={document.fileName}>
              {texts.download}
            </a>
          </p>
        </>
      )}
      {next === null ? (
        <>
          <p>{texts.nextNothing}</p>
          <Redirection url={request.redirectUrls?.signed ?? null} />
        </>
      ) : (
        <p>
          <Button kind="primary" onClick={() => location.replace(next)}>
            {texts.nextPerson}
          </Button>
        </p>
      )}
    </>
  )
}

function progressOf({ request, document, signers }: SigningState, texts: Messages): string {
  if (request.status !== 'completed')
    return texts.othersLeft(signers.filter(({ signedAt, isYou }) => !signedAt && !isYou).length)
  if (document?.sealed === 'ready') return texts.sealReady
  if (document?.sealed === 'archived') return texts.sealArchived
  if (document?.sealed === 'purged') return texts.sealPurged
  return document?.sealed === 'failed' ? texts.sealFailed : texts.sealing
}
