import { useState } from 'preact/hooks'
import { PageFooter } from '../../../../shared/pages/components/page-footer.tsx'
import { CodeStep } from './code-step.tsx'
import { useKnownState } from './context.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import { DocumentPane } from './document-pane.tsx'
import { mentionsIn } from './draft.ts'
import { IntroStep } from './intro-step.tsx'
import { MentionStep } from './mention-step.tsx'
import { ReadStep } from './read-step.tsx'
import { RemoteStep } from './remote-step.tsx'
import { SignatureStep } from './signature-step.tsx'
import { hasRemoteKey } from './signing-state.ts'
import { type LoadedDocument, useDocument } from './use-document.ts'

/** What is to be signed and, once the person has opened it, the document with the steps. */
export function SigningScreen() {
  const { state } = useKnownState()
  const [isDeclining, setIsDeclining] = useState(false)
  const decline = state.request.allowDecline ? () => setIsDeclining(true) : null
  return (
    <>
      {state.document ? (
        <OpenDocument onDecline={decline} />
      ) : (
        <main class="plain-screen">
          <IntroStep onDecline={decline} />
        </main>
      )}
      {isDeclining && <DeclineDialog onClose={() => setIsDeclining(false)} />}
    </>
  )
}

/** The document and, beside it or (on a phone) in turn with it, the steps. */
function OpenDocument({ onDecline: decline }: { onDecline: (() => void) | null }) {
  const { view, texts, state } = useKnownState()
  const { loaded, again } = useDocument()
  return (
    <main class={`signing ${view.step}`}>
      <DocumentPane loaded={loaded} again={again} />
      <section class="panel" aria-label={texts.steps}>
        <Steps />
        {view.step !== 'intro' && <h1 class="reminder">{state.request.title}</h1>}
        {view.step === 'intro' && <IntroStep onDecline={decline} />}
        {view.step === 'read' && (
          <ReadStep canBeRead={canBeRead(loaded)} isShown={loaded.phase === 'ready'} onDecline={decline} />
        )}
        {view.step === 'write' && <MentionStep />}
        {view.step === 'code' && <CodeStep />}
        {view.step === 'sign' && (hasRemoteKey(state) ? <RemoteStep /> : <SignatureStep />)}
        <PageFooter brand={state.request.brand} locale={view.locale} />
      </section>
    </main>
  )
}

/** Nobody signs what they could not see; where the browser cannot show it, it is read as a file. */
function canBeRead(loaded: LoadedDocument): boolean {
  return loaded.phase === 'ready' || (loaded.phase === 'failed' && loaded.why === 'unreadable')
}

function Steps() {
  const { view, texts, state } = useKnownState()
  const steps = [
    { label: texts.stepRead, isCurrent: view.step === 'intro' || view.step === 'read' },
    ...(mentionsIn(state.fields).length > 0 ? [{ label: texts.stepWrite, isCurrent: view.step === 'write' }] : []),
    ...(state.code.isNeeded ? [{ label: texts.stepConfirm, isCurrent: view.step === 'code' }] : []),
    { label: texts.stepSign, isCurrent: view.step === 'sign' },
  ]
  return (
    <ol class="steps" aria-label={texts.steps}>
      {steps.map(({ label, isCurrent }) => (
        <li key={label} aria-current={isCurrent ? 'step' : undefined}>
          {label}
        </li>
      ))}
    </ol>
  )
}
