import { Card } from '../../../../shared/pages/components/card.tsx'
import { TextField } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import type { SenderAccount } from '../api-types.ts'
import { entitiesWith, isTest, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { Action } from '../parts/action.tsx'
import { Form, textIn } from '../parts/form.tsx'
import { Pairs } from '../parts/screen.tsx'
import { StateBadge } from '../parts/state-badge.tsx'

const texts = textsOf({
  en: {
    title: 'Senders',
    none: 'A mail needs a verified sender. Add one first.',
    ask: 'A mail needs a verified sender. Ask an administrator of the organization to add one.',
    add: 'Add a sender',
    label: 'Name of the sender in lists',
    company: 'Company',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail address of the sender',
    refresh: 'Ask again whether it is verified',
    verify: 'Verify it, as this is a test',
  },
  fr: {
    title: 'Expéditeurs',
    none: 'Un envoi a besoin d’un expéditeur vérifié. Ajoutez-en un d’abord.',
    ask: 'Un envoi a besoin d’un expéditeur vérifié. Demandez à un administrateur de l’organisation d’en ajouter un.',
    add: 'Ajouter un expéditeur',
    label: 'Nom de l’expéditeur dans les listes',
    company: 'Entreprise',
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'Adresse e-mail de l’expéditeur',
    refresh: 'Redemander s’il est vérifié',
    verify: 'Le vérifier, puisque c’est un test',
  },
})

interface SenderAccountsProps {
  readonly entityId: string
  readonly accounts: readonly SenderAccount[]
  readonly onChange: () => Promise<void>
}

/** The senders of an entity that are not verified yet, and a form for another one. */
export function SenderAccounts({ entityId, accounts, onChange }: SenderAccountsProps) {
  const t = texts()
  const place = usePlace()
  const { org } = place
  const mayAdd = entitiesWith(place, 'registered_mail.manage').some((entity) => entity.entityId === entityId)
  const pending = accounts.filter(({ status }) => status === 'pending')
  async function add(data: FormData): Promise<void> {
    const [label, company, firstName, lastName, email] = ['label', 'company', 'firstName', 'lastName', 'email'].map(
      (name) => textIn(data, name),
    )
    const kind = company ? ('professional' as const) : ('individual' as const)
    const names = { label: label ?? '', firstName: firstName ?? '', lastName: lastName ?? '', email: email ?? '' }
    const body = { entityId, mode: 'create' as const, kind, company: company || null, ...names }
    await call('POST /v1/registered-mails/sender-accounts', { body })
    await onChange()
  }
  const act = (id: string, operation: 'refresh' | 'verify') => async () => {
    const path = { senderAccountId: id }
    if (operation === 'verify') await call('POST /v1/test/sender-accounts/{senderAccountId}/verify', { path })
    else await call('POST /v1/registered-mails/sender-accounts/{senderAccountId}/refresh', { path })
    await onChange()
  }
  return (
    <Card title={t.title}>
      {accounts.length === 0 && <p>{mayAdd ? t.none : t.ask}</p>}
      {pending.map(({ id, label, email, status }) => (
        <div key={id}>
          <Pairs
            of={[
              [label, <StateBadge key="state" state={status} />],
              [t.email, email],
            ]}
          />
          <div class="actions">
            <Action label={t.refresh} of={label} onAction={act(id, 'refresh')} />
            {isTest(org) && mayAdd && <Action label={t.verify} of={label} onAction={act(id, 'verify')} />}
          </div>
        </div>
      ))}
      {mayAdd && (
        <details open={accounts.length === 0}>
          <summary>{t.add}</summary>
          <Form key={accounts.length} submit={t.add} onSubmit={add}>
            <TextField label={t.label} name="label" maxLength={100} required />
            <TextField label={t.company} name="company" maxLength={200} />
            <TextField label={t.firstName} name="firstName" maxLength={100} required />
            <TextField label={t.lastName} name="lastName" maxLength={100} required />
            <TextField label={t.email} name="email" type="email" required />
          </Form>
        </details>
      )}
    </Card>
  )
}
