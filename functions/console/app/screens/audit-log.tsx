import { useRef } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { Disclosure } from '../../../../shared/pages/components/disclosure.tsx'
import { TextField } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import type { AuditEntry } from '../api-types.ts'
import { ActionName } from '../audit/action-name.tsx'
import type { AuditFilters } from '../audit/every-entry.ts'
import { CheckLog, ExportLog } from '../audit/whole-log.tsx'
import { usePlace } from '../context.ts'
import { textsOf, timeOf } from '../language.ts'
import { textIn } from '../parts/form.tsx'
import { usePages } from '../parts/load.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { Pairs, Screen } from '../parts/screen.tsx'
import { changeQuery, hrefOf, type Route } from '../router.ts'
import type { ScreenInput } from '../screens.ts'

const texts = textsOf({
  en: {
    title: 'Audit log',
    lead: 'Every change, by whom and when. Each entry carries the hash of the one before it, so that none can be altered or removed unnoticed.',
    from: 'From',
    to: 'Until',
    empty: 'There are no entries here.',
    whatHint: 'Its beginning, such as member.',
    only: (name: string) => `Only ${name}: show all`,
    what: 'What',
    who: 'Who',
    target: 'On what',
    at: 'Time',
    details: 'Details',
    ip: 'IP address',
    request: 'Request',
    hash: 'Hash',
    pending: 'not chained yet',
    changes: 'Changes',
  },
  fr: {
    title: 'Journal d’audit',
    lead: 'Chaque modification, par qui et quand. Chaque entrée porte l’empreinte de la précédente : aucune ne peut être altérée ou retirée sans que cela se voie.',
    from: 'Du',
    to: 'Au',
    empty: 'Il n’y a pas d’entrée ici.',
    whatHint: 'Son début, par exemple member.',
    only: (name: string) => `Seulement ${name} : tout afficher`,
    what: 'Quoi',
    who: 'Qui',
    target: 'Sur quoi',
    at: 'Heure',
    details: 'Détails',
    ip: 'Adresse IP',
    request: 'Requête',
    hash: 'Empreinte',
    pending: 'pas encore chaînée',
    changes: 'Modifications',
  },
})

export default function AuditLog({ route }: ScreenInput) {
  const t = texts()
  const { org } = usePlace()
  const form = useRef<HTMLFormElement>(null)
  const inAddress = (name: string) => route.query.get(name) ?? ''
  const [from, to, action] = [inAddress('from'), inAddress('to'), inAddress('action')]
  const [actorId, targetId] = [inAddress('actorId'), inAddress('targetId')]
  const filters = filtersOf(inAddress)
  /** What is just being entered is not in the address yet. */
  const shownFilters = () => {
    const entered = form.current && new FormData(form.current)
    return filtersOf((name) => (entered?.has(name) ? textIn(entered, name) : inAddress(name)))
  }
  const path = { orgId: org.id }
  const entries = usePages(
    (pageToken) => call('GET /v1/orgs/{orgId}/audit-log', { path, query: { ...filters, pageToken } }),
    [org.id, from, to, action, actorId, targetId],
  )
  return (
    <Screen title={t.title}>
      <p>{t.lead}</p>
      <form ref={form} class="filters" onSubmit={(event) => event.preventDefault()}>
        <TextField
          label={t.from}
          name="from"
          type="date"
          value={from}
          onChange={(event) => changeQuery(route, { from: event.currentTarget.value })}
        />
        <TextField
          label={t.to}
          name="to"
          type="date"
          value={to}
          onChange={(event) => changeQuery(route, { to: event.currentTarget.value })}
        />
        <TextField
          label={t.what}
          name="action"
          hint={t.whatHint}
          type="search"
          value={action}
          maxLength={80}
          onChange={(event) => changeQuery(route, { action: event.currentTarget.value.trim() })}
        />
        {actorId && (
          <Button onClick={() => changeQuery(route, { actorId: '' })}>
            {t.only(entries.value?.results[0]?.actor.name ?? actorId)}
          </Button>
        )}
        {targetId && (
          <Button onClick={() => changeQuery(route, { targetId: '' })}>
            {t.only(entries.value?.results[0]?.target.label ?? targetId)}
          </Button>
        )}
      </form>
      <PagedTable
        of={entries}
        empty={t.empty}
        caption={t.title}
        keyOf={({ id }) => id}
        columns={[
          { title: t.what, cell: ({ action }) => <ActionName action={action} /> },
          {
            title: t.who,
            cell: ({ actor }) => <FilterLink route={route} name="actorId" value={actor.id} label={actor.name} />,
          },
          {
            title: t.target,
            cell: ({ target }) => (
              <FilterLink route={route} name="targetId" value={target.id} label={target.label ?? target.id} />
            ),
          },
          { title: t.at, cell: ({ at }) => timeOf(at) },
          { title: t.details, cell: (entry) => <Details entry={entry} /> },
        ]}
      />
      <div class="after-list">
        <ExportLog orgId={org.id} filters={shownFilters} />
        <CheckLog orgId={org.id} seesAll={org.role !== null} />
      </div>
    </Screen>
  )
}

function filtersOf(value: (name: string) => string): AuditFilters {
  const [from, to, action] = [value('from'), value('to'), value('action')]
  const [actorId, targetId] = [value('actorId'), value('targetId')]
  return {
    ...(from && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && { to: new Date(`${to}T23:59:59`).toISOString() }),
    ...(action && { action }),
    ...(actorId && { actorId }),
    ...(targetId && { targetId }),
  }
}

interface FilterLinkProps {
  readonly route: Route
  readonly name: 'actorId' | 'targetId'
  /** Null: nothing to filter by. */
  readonly value: string | null
  readonly label: string
}

/** A value of an entry, which leads to all entries that have it. */
function FilterLink({ route, name, value, label }: FilterLinkProps) {
  if (value === null) return <>{label}</>
  const query = new URLSearchParams(route.query)
  query.set(name, value)
  return <a href={hrefOf(route.path, query)}>{label}</a>
}

function Details({ entry }: { entry: AuditEntry }) {
  const t = texts()
  return (
    <Disclosure summary={t.details}>
      <Pairs
        of={[
          [t.ip, entry.ip ?? ''],
          [t.request, <code key="request">{entry.requestId}</code>],
          [t.hash, <code key="hash">{entry.hash ?? t.pending}</code>],
          [
            t.changes,
            entry.changes
              .map(({ field, from, to }) => `${field}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`)
              .join('; '),
          ],
        ]}
      />
    </Disclosure>
  )
}
