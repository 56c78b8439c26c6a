import { useState } from 'preact/hooks'
import { call } from '../api.ts'
import { entitiesWith, screenHref, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { Screen } from '../parts/screen.tsx'
import { type DraftRequest, emptySigner, formOf } from '../request/draft-request.ts'
import { FieldsStep } from '../request/fields-step.tsx'
import { PeopleStep } from '../request/people-step.tsx'
import { goTo } from '../router.ts'

const texts = textsOf({
  en: {
    title: 'New signature request',
    fieldsTitle: 'Place the fields',
    above: 'Signature requests',
  },
  fr: {
    title: 'Nouvelle demande de signature',
    fieldsTitle: 'Placez les champs',
    above: 'Demandes de signature',
  },
})

/** A request by hand, in two steps: the document with its signers, then the fields on its pages. */
export default function NewSignatureRequest() {
  const t = texts()
  const place = usePlace()
  const { org } = place
  const entities = entitiesWith(place, 'signature.send')
  const [step, setStep] = useState<'people' | 'fields'>('people')
  const [draft, setDraft] = useState<DraftRequest>({
    entityId: entities[0]?.entityId ?? '',
    title: '',
    message: '',
    file: null,
    isSequential: false,
    followers: '',
    signers: [emptySigner(1)],
    fields: [],
  })
  const change = (part: Partial<DraftRequest>) => setDraft((before) => ({ ...before, ...part }))
  async function create(isDraft: boolean): Promise<void> {
    if (!draft.file) return
    const request = await call('POST /v1/signature-requests', { form: formOf(draft, draft.file, isDraft) })
    goTo(screenHref(org, 'signature-requests', request.id))
  }
  const above = { label: t.above, href: screenHref(org, 'signature-requests') }
  return step === 'people' ? (
    <Screen key="people" title={t.title} above={above}>
      <PeopleStep draft={draft} entities={entities} onChange={change} onNext={() => setStep('fields')} />
    </Screen>
  ) : (
    <Screen key="fields" title={t.fieldsTitle} above={above}>
      <FieldsStep draft={draft} onChange={change} onBack={() => setStep('people')} onCreate={create} />
    </Screen>
  )
}
