import { Card } from '../../../../shared/pages/components/card.tsx'
import { signerBefore } from '../../../../shared/pdf/evidence-corrections.ts'
import { call } from '../api.ts'
import type { SignatureRequest } from '../api-types.ts'
import { atHome, personName, screenHref, usePlace } from '../context.ts'
import { textsOf, timeOf } from '../language.ts'
import { Loaded, useLoad, useRepeat } from '../parts/load.tsx'
import { Pairs, Screen } from '../parts/screen.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { type Step, stepName } from '../request/activity-words.ts'
import { RequestActions } from '../request/request-actions.tsx'
import { RequestDocuments } from '../request/request-documents.tsx'
import { RequestSigners } from '../request/request-signers.tsx'
import type { ScreenInput } from '../screens.ts'
import { TaskLink } from '../tasks/task-link.tsx'

const texts = textsOf({
  en: {
    above: 'Signature requests',
    title: 'Signature request',
    state: 'State',
    expires: 'Deadline',
    created: 'Created',
    by: (name: string) => `by ${name}`,
    reference: 'Your reference',
    id: 'Id',
    message: 'Message',
    declined: 'Declined because',
    canceled: 'Canceled because',
    timeline: 'Timeline',
    about: (signer: string) => `Signer: ${signer}`,
  },
  fr: {
    above: 'Demandes de signature',
    title: 'Demande de signature',
    state: 'État',
    expires: 'Date limite',
    created: 'Créée',
    by: (name: string) => `par ${name}`,
    reference: 'Votre référence',
    id: 'Identifiant',
    message: 'Message',
    declined: 'Refusée parce que',
    canceled: 'Annulée parce que',
    timeline: 'Chronologie',
    about: (signer: string) => `Signataire : ${signer}`,
  },
})

export default function SignatureRequestScreen({ ids: { requestId = '' } }: ScreenInput) {
  const t = texts()
  const place = usePlace()
  const { org } = place
  const path = { id: requestId }
  const loaded = useLoad(async () => {
    const [request, activity] = await Promise.all([
      call('GET /v1/signature-requests/{id}', { path }),
      call('GET /v1/signature-requests/{id}/activity', { path }),
    ])
    return { request: await atHome(place, request), steps: activity.results }
  }, [requestId])
  useRepeat(loaded.value !== null && isMoving(loaded.value.request), loaded.reload, 3000)
  const above = { label: t.above, href: screenHref(org, 'signature-requests') }
  return (
    <Screen title={loaded.value?.request.title ?? t.title} above={above}>
      <Loaded of={loaded}>
        {({ request, steps }) => (
          <>
            <Overview request={request} />
            <RequestActions request={request} onChange={loaded.reload} />
            <RequestSigners request={request} onChange={loaded.reload} />
            <RequestDocuments request={request} onChange={loaded.reload} />
            <Timeline request={request} steps={steps} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

/** What signers or the seal can change at any moment. */
function isMoving({ status, document }: SignatureRequest): boolean {
  return status === 'pending_signature' || document?.sealStatus === 'pending'
}

function Overview({ request }: { request: SignatureRequest }) {
  const t = texts()
  const { createdBy } = request
  const creator = createdBy.type === 'user' ? personName(createdBy) : createdBy.name
  return (
    <Card>
      <Pairs
        of={[
          [t.state, <StateBadge key="state" isFeminine state={request.status} />],
          [t.expires, request.expiresAt ? timeOf(request.expiresAt) : ''],
          [t.created, `${timeOf(request.createdAt)} ${t.by(creator)}`],
          [t.reference, request.clientReference ?? ''],
          [t.id, <code key="id">{request.id}</code>],
          ...(request.message ? ([[t.message, request.message]] as const) : []),
          ...(request.decline ? ([[t.declined, request.decline.reason ?? '']] as const) : []),
          ...(request.cancel ? ([[t.canceled, request.cancel.reason ?? '']] as const) : []),
        ]}
      />
      <div class="actions">
        <TaskLink type="signature_request" of={request} />
      </div>
    </Card>
  )
}

function Timeline({ request, steps }: { request: SignatureRequest; steps: readonly Step[] }) {
  const t = texts()
  return (
    <Card title={t.timeline}>
      <ol class="timeline">
        {steps.map((step, index) => {
          const signer = signerOf(request, step, steps.slice(index))
          return (
            <li key={step.id}>
              <strong>{stepName(step)}</strong> <span>{step.actor.name}</span>
              {signer && <div>{t.about(signer)}</div>}
              <div class="quiet">{timeOf(step.at)}</div>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

/**
 * The name of the signer that a step is about, as it was then: `since` are this step and those after it. Null: the step is about the
 * request, or the signer did it and is named as its actor.
 */
function signerOf({ signers }: SignatureRequest, { actor, detail }: Step, since: readonly Step[]): string | null {
  const signer = actor.type === 'signer' ? undefined : signers.find(({ id }) => id === detail?.signerId)
  if (!signer) return null
  const own = since.filter((step) => step.detail?.signerId === signer.id)
  return signerBefore({ name: personName(signer), email: signer.email }, own).name
}
