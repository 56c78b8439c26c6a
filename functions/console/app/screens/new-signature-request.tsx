import { useEffect, useState } from 'preact/hooks'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { call } from '../api.ts'
import type { WrittenSignatureRequest } from '../api-types.ts'
import { entitiesWith, screenHref, usePlace } from '../context.ts'
import { markSent, markUnsent, takeKept } from '../entries.ts'
import { textsOf } from '../language.ts'
import { Screen } from '../parts/screen.tsx'
import { type DraftRequest, emptyRequest, formOf } from '../request/draft-request.ts'
import { FieldWarnings } from '../request/field-warnings.tsx'
import { FieldsStep } from '../request/fields-step.tsx'
import { PeopleStep } from '../request/people-step.tsx'
import { changeQuery, goTo } from '../router.ts'
import type { ScreenInput } from '../screens.ts'
import { currentPerson } from '../session.ts'

const texts = textsOf({
  en: {
    title: 'New signature request',
    fieldsTitle: 'Place the fields',
    above: 'Signature requests',
    restored: 'You signed in again. Your entries are still here. Choose the document again.',
  },
  fr: {
    title: 'Nouvelle demande de signature',
    fieldsTitle: 'Placez les champs',
    above: 'Demandes de signature',
    restored: 'Vous vous êtes reconnecté. Vos saisies sont toujours là. Choisissez à nouveau le document.',
  },
})

/** A draft that was saved, and the entries that it was made of. */
interface SavedDraft {
  readonly request: WrittenSignatureRequest
  readonly draft: DraftRequest
}

/** What is kept of a request that is not sent, where somebody has to sign in again. */
const keptAs = 'signature request'

/** A request by hand, in two steps: the document with its signers, then the fields on its pages. Back leads from one to the other. */
export default function NewSignatureRequest({ route }: ScreenInput) {
  const t = texts()
  const place = usePlace()
  const { org } = place
  const entities = entitiesWith(place, 'signature.send')
  const [kept] = useState(() => takeKept(keptAs, currentPerson()))
  const [draft, setDraft] = useState<DraftRequest>(() => ({
    ...emptyRequest(entities[0]?.entityId ?? ''),
    ...(kept && JSON.parse(kept)),
  }))
  const [isChanged, setIsChanged] = useState(kept !== null)
  useEffect(() => {
    if (!isChanged) return undefined
    markUnsent(keptAs, () => JSON.stringify({ ...draft, file: null }))
    return () => markSent(keptAs)
  }, [draft, isChanged])
  const change = (part: Partial<DraftRequest>) => {
    setDraft((before) => ({ ...before, ...part }))
    setIsChanged(true)
  }
  const [saved, setSaved] = useState<SavedDraft | null>(null)
  const isSaved = saved?.draft === draft
  async function finish(id: string, isToSend: boolean): Promise<void> {
    if (isToSend) await call('POST /v1/signature-requests/{id}/send', { path: { id } })
    markSent(keptAs)
    goTo(screenHref(org, 'signature-requests', id))
  }
  /** The draft of these entries. It replaces the one of the entries before. */
  async function save(file: File): Promise<SavedDraft> {
    if (isSaved) return saved
    setSaved(null)
    if (saved) await call('DELETE /v1/signature-requests/{id}', { path: { id: saved.request.id } })
    const request = await call('POST /v1/signature-requests', { form: formOf(draft, file, true) })
    setSaved({ request, draft })
    markSent(keptAs)
    return { request, draft }
  }
  async function create(isDraft: boolean): Promise<void> {
    if (!draft.file) return
    if (!isDraft && draft.fields.length === 0) {
      const request = await call('POST /v1/signature-requests', { form: formOf(draft, draft.file, false) })
      return finish(request.id, false)
    }
    // The API warns of fields that cover text when it takes them. The sender sees that before anybody gets the document.
    const { request } = await save(draft.file)
    if (request.warnings.length === 0 || (isDraft && isSaved)) await finish(request.id, !isDraft)
  }
  const above = { label: t.above, href: screenHref(org, 'signature-requests') }
  // Without a document there are no pages to place fields on.
  return draft.file === null || route.query.get('step') !== 'fields' ? (
    <Screen key="people" title={t.title} above={above}>
      {kept !== null && draft.file === null && (
        <Notice kind="success" isUrgent>
          <p>{t.restored}</p>
        </Notice>
      )}
      <PeopleStep
        draft={draft}
        entities={entities}
        onChange={change}
        onNext={() => changeQuery(route, { step: 'fields' })}
      />
    </Screen>
  ) : (
    <Screen key="fields" title={t.fieldsTitle} above={above}>
      <FieldsStep draft={draft} onChange={change} onBack={() => history.back()} onCreate={create}>
        {saved && saved.request.warnings.length > 0 && (
          <FieldWarnings request={saved.request} onSend={isSaved ? () => finish(saved.request.id, true) : null} />
        )}
      </FieldsStep>
    </Screen>
  )
}
