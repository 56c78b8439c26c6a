import { Choice } from '../../../../shared/pages/components/form-field.tsx'
import type { EventType } from '../api-types.ts'
import { textsOf } from '../language.ts'

const texts = textsOf({
  en: {
    legend: 'Events',
    signature: 'Signature requests',
    registered_mail: 'Registered mails',
    sender_account: 'Sender accounts',
    member: 'Members',
    contact: 'Contacts',
    task: 'Tasks',
    grant: 'Applications',
    document: 'Documents',
  },
  fr: {
    legend: 'Événements',
    signature: 'Demandes de signature',
    registered_mail: 'Envois recommandés',
    sender_account: 'Comptes d’expéditeur',
    member: 'Membres',
    contact: 'Contacts',
    task: 'Tâches',
    grant: 'Applications',
    document: 'Documents',
  },
})

interface EventChoicesProps {
  readonly types: readonly EventType[]
  readonly chosen: readonly string[]
}

/** Checkboxes for the event types of a subscription, in groups such as signatures and members. */
export function EventChoices({ types, chosen }: EventChoicesProps) {
  const t = texts()
  const labels: Readonly<Record<string, string>> = t
  const groups = Map.groupBy(types, ({ type }) => type.split('.')[0] ?? '')
  return (
    <>
      {[...groups].map(([group, ofGroup]) => (
        <fieldset key={group}>
          <legend>{labels[group] ?? group}</legend>
          <div class="choices">
            {ofGroup.map(({ type }) => (
              <Choice
                key={type}
                name="events"
                value={type}
                checked={chosen.includes(type)}
                label={<code>{type}</code>}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </>
  )
}
