import { TextField } from '../../../../shared/pages/components/form-field.tsx'
import { Table } from '../../../../shared/pages/components/table.tsx'
import { call } from '../api.ts'
import type { SignatureRequest, Signer } from '../api-types.ts'
import { textsOf, timeOf } from '../language.ts'
import { Action, FormAction } from '../parts/action.tsx'
import { confirmDone } from '../parts/confirmation.tsx'
import { textIn } from '../parts/form.tsx'
import { StateBadge } from '../parts/state-badge.tsx'

const texts = textsOf({
  en: {
    title: 'Signers',
    name: 'Name',
    state: 'State',
    last: 'Latest',
    actions: 'Actions',
    bounced: 'The e-mail could not be delivered. Correct the address.',
    remind: 'Remind',
    reminded: (name: string) => `The reminder to ${name} is on its way.`,
    remindAgain: (time: string) => `Can be reminded again on ${time}.`,
    correct: 'Correct',
    correctTitle: (name: string) => `Correct ${name}`,
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail address',
    phone: 'Mobile number',
    save: 'Save',
    corrected: (name: string) => `${name} is corrected.`,
    simulated: 'Signing is simulated here, so no signer gets an e-mail. Choose what each of them does.',
    simulateSign: 'Simulate: signs',
    simulateDecline: 'Simulate: declines',
  },
  fr: {
    title: 'Signataires',
    name: 'Nom',
    state: 'État',
    last: 'Dernier fait',
    actions: 'Actions',
    bounced: 'L’e-mail n’a pas pu être remis. Corrigez l’adresse.',
    remind: 'Relancer',
    reminded: (name: string) => `La relance à ${name} est en route.`,
    remindAgain: (time: string) => `Peut être relancé à nouveau : ${time}.`,
    correct: 'Corriger',
    correctTitle: (name: string) => `Corriger ${name}`,
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'Adresse e-mail',
    phone: 'Numéro de mobile',
    save: 'Enregistrer',
    corrected: (name: string) => `Les données de ${name} sont corrigées.`,
    simulated: 'La signature est simulée ici : aucun signataire ne reçoit d’e-mail. Choisissez ce que fait chacun.',
    simulateSign: 'Simuler : signe',
    simulateDecline: 'Simuler : refuse',
  },
})

interface SignersProps {
  readonly request: SignatureRequest
  readonly onChange: () => Promise<void>
}

export function RequestSigners({ request, onChange }: SignersProps) {
  const t = texts()
  return (
    <section>
      <h2>{t.title}</h2>
      {request.vendor === 'simulated' && request.status === 'pending_signature' && <p>{t.simulated}</p>}
      <Table
        caption={t.title}
        rows={request.signers}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.name,
            cell: ({ firstName, lastName, email, emailDelivery }) => (
              <>
                {firstName} {lastName}
                <div class="quiet">{email}</div>
                {emailDelivery === 'bounced' && <div class="error">{t.bounced}</div>}
              </>
            ),
          },
          { title: t.state, cell: ({ status }) => <StateBadge state={status} /> },
          { title: t.last, cell: (signer) => latest(signer) },
          {
            title: t.actions,
            cell: (signer) => <SignerActions request={request} signer={signer} onChange={onChange} />,
          },
        ]}
      />
    </section>
  )
}

function latest({ signedAt, declinedAt, openedAt, lastRemindedAt, notifiedAt }: Signer): string {
  const time = signedAt ?? declinedAt ?? openedAt ?? lastRemindedAt ?? notifiedAt
  return time ? timeOf(time) : '—'
}

const nameOf = ({ firstName, lastName }: Pick<Signer, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

function SignerActions({ request, signer, onChange }: SignersProps & { signer: Signer }) {
  const t = texts()
  const isOpen = request.status === 'pending_signature' && !['signed', 'declined', 'aborted'].includes(signer.status)
  if (!isOpen) return null
  const path = { id: request.id, signerId: signer.id }
  const simulate = (action: 'sign' | 'decline') => async () => {
    const body = action === 'decline' ? { action, reason: 'Test' } : { action }
    await call('POST /v1/test/signature-requests/{id}/signers/{signerId}/actions', { path, body })
    await onChange()
  }
  return (
    <div class="row-actions">
      {isAsked(request, signer) && <Remind request={request} signer={signer} onChange={onChange} />}
      {request.permissions.canCorrect && <Correct request={request} signer={signer} onChange={onChange} />}
      {request.vendor === 'simulated' && (
        <>
          <Action label={t.simulateSign} of={nameOf(signer)} kind="subtle" onAction={simulate('sign')} />
          <Action label={t.simulateDecline} of={nameOf(signer)} kind="subtle" onAction={simulate('decline')} />
        </>
      )}
    </div>
  )
}

/** Only signers who were asked by e-mail, and whose turn it is, can be reminded, by people who may send requests. */
function isAsked({ permissions, deliveryMode }: SignatureRequest, { isTurn, status }: Signer): boolean {
  return permissions.canCancel && deliveryMode === 'email' && isTurn && (status === 'notified' || status === 'opened')
}

/** The API reminds a signer once in 24 hours. */
const betweenRemindersMs = 86_400_000

function Remind({ request, signer, onChange }: SignersProps & { signer: Signer }) {
  const t = texts()
  const { lastRemindedAt } = signer
  const againAt = lastRemindedAt === null ? 0 : Date.parse(lastRemindedAt) + betweenRemindersMs
  if (againAt > Date.now()) return <span class="quiet">{t.remindAgain(timeOf(new Date(againAt).toISOString()))}</span>
  const path = { id: request.id, signerId: signer.id }
  return (
    <Action
      label={t.remind}
      of={nameOf(signer)}
      icon="mail"
      onAction={async () => {
        await call('POST /v1/signature-requests/{id}/signers/{signerId}/remind', { path })
        await onChange()
        confirmDone(t.reminded(nameOf(signer)))
      }}
    />
  )
}

function Correct({ request, signer, onChange }: SignersProps & { signer: Signer }) {
  const t = texts()
  async function correct(data: FormData): Promise<void> {
    const body = {
      firstName: textIn(data, 'firstName'),
      lastName: textIn(data, 'lastName'),
      email: textIn(data, 'email'),
      phone: textIn(data, 'phone') || null,
    }
    const path = { id: request.id, signerId: signer.id }
    await call('PATCH /v1/signature-requests/{id}/signers/{signerId}', { path, body })
    await onChange()
    confirmDone(t.corrected(nameOf(body)))
  }
  return (
    <FormAction
      label={t.correct}
      of={nameOf(signer)}
      icon="edit"
      title={t.correctTitle(nameOf(signer))}
      submit={t.save}
      onSubmit={correct}
    >
      <TextField label={t.firstName} name="firstName" value={signer.firstName} required />
      <TextField label={t.lastName} name="lastName" value={signer.lastName} required />
      <TextField label={t.email} name="email" type="email" value={signer.email} required />
      <TextField label={t.phone} name="phone" type="tel" value={signer.phone ?? ''} />
    </FormAction>
  )
}
