import { SelectField, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import type { ListedTask } from '../api-types.ts'
import { entitiesWith, personName, screenHref, usePlace } from '../context.ts'
import { dayOf, textsOf, timeOf } from '../language.ts'
import { Action } from '../parts/action.tsx'
import { EntityFilter } from '../parts/entity-filter.tsx'
import { usePages } from '../parts/load.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { Screen } from '../parts/screen.tsx'
import { StateBadge, stateName } from '../parts/state-badge.tsx'
import { changeQuery } from '../router.ts'
import type { ScreenInput } from '../screens.ts'
import { CalendarFeeds } from '../tasks/calendar-feeds.tsx'

const texts = textsOf({
  en: {
    title: 'Tasks',
    status: 'State',
    all: 'All',
    search: 'Search',
    empty: 'There are no tasks here.',
    name: 'Task',
    due: 'Due',
    assignee: 'Assignee',
    nobody: 'Nobody',
    overdue: 'Overdue',
    repeated: 'Repeated',
    actions: 'Actions',
    complete: 'Done',
    reopen: 'Reopen',
    create: 'Create a task',
    month: 'Month',
  },
  fr: {
    title: 'Tâches',
    status: 'État',
    all: 'Toutes',
    search: 'Rechercher',
    empty: 'Il n’y a pas de tâche ici.',
    name: 'Tâche',
    due: 'Échéance',
    assignee: 'Responsable',
    nobody: 'Personne',
    overdue: 'En retard',
    repeated: 'Répétée',
    actions: 'Actions',
    complete: 'Fait',
    reopen: 'Rouvrir',
    create: 'Créer une tâche',
    month: 'Mois',
  },
})

const statuses = ['open', 'completed', 'canceled'] as const

export default function Tasks({ route }: ScreenInput) {
  const t = texts()
  const place = usePlace()
  const entities = entitiesWith(place, 'tasks.use')
  const asked = route.query.get('entityId')
  const entity = entities.find(({ entityId }) => entityId === asked) ?? entities[0]
  if (!entity) return null
  const below = (path: string) => `${screenHref(place.org, 'tasks', path)}?entityId=${entity.entityId}`
  const actions = (
    <>
      <a class="button" href={below('month')}>
        {t.month}
      </a>
      <a class="button primary" href={below('new')}>
        {t.create}
      </a>
    </>
  )
  return (
    <Screen title={t.title} actions={actions}>
      <TasksOf entityId={entity.entityId} route={route} />
      <CalendarFeeds entityId={entity.entityId} />
    </Screen>
  )
}

function TasksOf({ entityId, route }: Pick<ScreenInput, 'route'> & { entityId: string }) {
  const t = texts()
  const { org } = usePlace()
  const asked = route.query.get('status') ?? 'open'
  const status = statuses.find((each) => each === asked)
  const q = route.query.get('q') ?? ''
  const tasks = usePages(
    (pageToken) =>
      call('GET /v1/tasks', { query: { entityId, ...(status && { status: [status] }), ...(q && { q }), pageToken } }),
    [entityId, status, q],
  )
  return (
    <>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <EntityFilter permission="tasks.use" route={route} entityId={entityId} />
        <SelectField
          label={t.status}
          value={status ?? 'all'}
          onChange={(event) => changeQuery(route, { status: event.currentTarget.value })}
          options={[
            ...statuses.map((value) => ({ value, label: stateName(value, { isFeminine: true }) })),
            { value: 'all', label: t.all },
          ]}
        />
        <TextField
          label={t.search}
          type="search"
          value={q}
          onChange={(event) => changeQuery(route, { q: event.currentTarget.value })}
        />
      </form>
      <PagedTable
        of={tasks}
        empty={t.empty}
        caption={t.title}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.name,
            cell: ({ id, title, description, recurrence }) => (
              <>
                <a href={screenHref(org, 'tasks', id)}>{title}</a>
                {recurrence && <div class="quiet">{t.repeated}</div>}
                {description && <div class="quiet">{description}</div>}
              </>
            ),
          },
          { title: t.due, cell: (task) => <Due task={task} /> },
          { title: t.assignee, cell: ({ assignee }) => (assignee ? personName(assignee) : t.nobody) },
          { title: t.status, cell: (task) => <StateBadge isFeminine state={task.status} /> },
          { title: t.actions, cell: (task) => <TaskActions task={task} onChange={tasks.reload} /> },
        ]}
      />
    </>
  )
}

function Due({ task }: { task: ListedTask }) {
  const t = texts()
  const at = task.nextStartAt ?? task.startAt
  return (
    <>
      {task.allDay ? dayOf(at) : timeOf(at)}
      {task.overdue && <div class="error">{t.overdue}</div>}
    </>
  )
}

function TaskActions({ task, onChange }: { task: ListedTask; onChange: () => Promise<void> }) {
  const t = texts()
  const path = { taskId: task.id }
  const next = task.recurrence ? task.nextOccurrenceAt : null
  const body = next ? { occurrenceAt: next } : {}
  if (task.status === 'open')
    return (
      <Action
        label={t.complete}
        of={task.title}
        icon="check"
        onAction={async () => {
          await call('POST /v1/tasks/{taskId}/complete', { path, body })
          await onChange()
        }}
      />
    )
  if (task.status !== 'completed' || task.recurrence) return null
  return (
    <Action
      label={t.reopen}
      of={task.title}
      onAction={async () => {
        await call('POST /v1/tasks/{taskId}/reopen', { path, body: {} })
        await onChange()
      }}
    />
  )
}
