import { SelectField } from '../../../../shared/pages/components/form-field.tsx'
import { Spinner } from '../../../../shared/pages/components/spinner.tsx'
import { call } from '../api.ts'
import type { Settings } from '../api-types.ts'
import { hasPermission, type Org, personName, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { textIn } from '../parts/form.tsx'
import { useLoad } from '../parts/load.tsx'
import type { Kind, Setting } from './kinds.ts'
import { entriesOf, isOwnIn, OwnOrInherited } from './own-values.tsx'

type AutomaticTasks = Settings['effective']['tasks']['automaticTasks']
type Cause = keyof AutomaticTasks

const texts = textsOf({
  en: {
    causes: {
      registered_mail_failed: 'A registered mail failed',
      registered_mail_neglected: 'A registered mail was not claimed',
      signature_declined: 'A signer declined',
      signature_expired: 'The time to sign is over',
      recipient_update_requested: 'A recipient asks for a correction',
    } satisfies Record<Cause, string>,
    loading: 'Loading…',
    off: 'No task',
    creator: 'A task for the creator',
    person: (name: string) => `A task for ${name}`,
    none: 'none',
  },
  fr: {
    causes: {
      registered_mail_failed: 'Un envoi recommandé a échoué',
      registered_mail_neglected: 'Un envoi recommandé n’a pas été réclamé',
      signature_declined: 'Un signataire a refusé',
      signature_expired: 'Le délai de signature est écoulé',
      recipient_update_requested: 'Un destinataire demande une correction',
    } satisfies Record<Cause, string>,
    loading: 'Chargement…',
    off: 'Aucune tâche',
    creator: 'Une tâche pour le créateur',
    person: (name: string) => `Une tâche pour ${name}`,
    none: 'aucune',
  },
})

const causes = Object.keys(texts().causes).filter((cause): cause is Cause => cause in texts().causes)

/** What creates a task by itself, and for whom. */
export function automaticTasks(): Kind<AutomaticTasks> {
  return {
    tell: (tasks) => {
      const t = texts()
      return causes.flatMap((cause) => (tasks[cause].enabled ? [t.causes[cause]] : [])).join(', ') || t.none
    },
    render: (setting) => (
      <OwnOrInherited setting={setting}>
        <Assignees setting={setting} />
      </OwnOrInherited>
    ),
    read: (data, name) => {
      if (!isOwnIn(data, name)) return null
      const rules = causes.map((cause) => [cause, ruleOf(textIn(data, entriesOf(cause)))] as const)
      return Object.fromEntries(rules) as AutomaticTasks
    },
  }
}

const ruleOf = (chosen: string) => ({ enabled: chosen !== '', assignee: chosen || 'creator' })

function Assignees({ setting: { own, inherited } }: { setting: Setting<AutomaticTasks> }) {
  const t = texts()
  const { org } = usePlace()
  const members = useLoad(() => peopleOf(org), [org.id])
  // Choices that come later would undo what somebody has chosen meanwhile.
  if (members.value === null && members.problem === null) return <Spinner label={t.loading} />
  const people = members.value ?? []
  const shown = own ?? inherited ?? null
  return causes.map((cause) => {
    const rule = shown?.[cause]
    const chosen = rule?.enabled ? rule.assignee : ''
    // Somebody who is not among the members that the reader sees.
    const isUnknown = chosen !== '' && chosen !== 'creator' && !people.some(({ value }) => value === chosen)
    return (
      <SelectField
        key={cause}
        label={t.causes[cause]}
        name={entriesOf(cause)}
        value={chosen}
        options={[
          { value: '', label: t.off },
          { value: 'creator', label: t.creator },
          ...people,
          ...(isUnknown ? [{ value: chosen, label: t.person(chosen) }] : []),
        ]}
      />
    )
  })
}

/** Without the right to see members, a task can still go to the creator. */
async function peopleOf(org: Org): Promise<{ value: string; label: string }[]> {
  if (!hasPermission(org, 'members.read')) return []
  const query = { status: 'active', pageSize: 100 } as const
  const { results } = await call('GET /v1/orgs/{orgId}/members', { path: { orgId: org.id }, query })
  const names = new Map(results.map(({ user }) => [user.id, personName(user)]))
  return [...names].map(([value, name]) => ({ value, label: texts().person(name) }))
}
