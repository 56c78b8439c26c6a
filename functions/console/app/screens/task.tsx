import { useState } from 'preact/hooks'
import { Card } from '../../../../shared/pages/components/card.tsx'
import { TextField } from '../../../../shared/pages/components/form-field.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { call } from '../api.ts'
import type { Task } from '../api-types.ts'
import { atHome, entityFor, screenHref, usePlace } from '../context.ts'
import { textsOf, timeOf } from '../language.ts'
import { Action, ConfirmedAction } from '../parts/action.tsx'
import { Form, textIn } from '../parts/form.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Pairs, Screen } from '../parts/screen.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { goTo } from '../router.ts'
import type { ScreenInput } from '../screens.ts'
import { localInput } from '../tasks/local-time.ts'
import { taskContacts } from '../tasks/task-contacts.tsx'
import { type TaskBody, TaskForm } from '../tasks/task-form.tsx'

const texts = textsOf({
  en: {
    above: 'Tasks',
    title: 'Task',
    newTitle: 'Create a task',
    create: 'Create the task',
    save: 'Save',
    saved: 'The task is saved.',
    state: 'State',
    next: 'Next occurrence',
    about: 'About',
    change: 'Change the task',
    complete: 'Done',
    reopen: 'Reopen',
    skip: 'Skip this occurrence',
    cancel: 'Cancel the task',
    cancelTitle: 'Cancel this task?',
    cancelText: 'It stays in the list as canceled, and cannot be completed any more.',
    remove: 'Delete the task',
    removeTitle: 'Delete this task?',
    removeText: 'It is gone with all its occurrences.',
    move: 'Move the next occurrence',
    moveTo: 'New start',
  },
  fr: {
    above: 'Tâches',
    title: 'Tâche',
    newTitle: 'Créer une tâche',
    create: 'Créer la tâche',
    save: 'Enregistrer',
    saved: 'La tâche est enregistrée.',
    state: 'État',
    next: 'Prochaine occurrence',
    about: 'À propos de',
    change: 'Modifier la tâche',
    complete: 'Fait',
    reopen: 'Rouvrir',
    skip: 'Passer cette occurrence',
    cancel: 'Annuler la tâche',
    cancelTitle: 'Annuler cette tâche ?',
    cancelText: 'Elle reste dans la liste comme annulée et ne peut plus être terminée.',
    remove: 'Supprimer la tâche',
    removeTitle: 'Supprimer cette tâche ?',
    removeText: 'Elle disparaît avec toutes ses occurrences.',
    move: 'Déplacer la prochaine occurrence',
    moveTo: 'Nouveau début',
  },
})

export default function TaskScreen({ ids: { taskId }, route }: ScreenInput) {
  return taskId === undefined ? (
    <NewTask asked={route.query.get('entityId')} about={route.query.get('about')} />
  ) : (
    <ExistingTask taskId={taskId} />
  )
}

interface NewTaskProps {
  readonly asked: string | null
  /** What it is about, such as `signature_request:<id>`. */
  readonly about: string | null
}

function NewTask({ asked, about }: NewTaskProps) {
  const t = texts()
  const place = usePlace()
  const entityId = entityFor(place, 'tasks.use', asked)?.entityId ?? ''
  const above = { label: t.above, href: screenHref(place.org, 'tasks') }
  const options = useLoad(() => call('GET /v1/tasks/options', { query: { entityId } }), [entityId])
  async function create(body: TaskBody): Promise<void> {
    const links = linksTo(about)
    const { id } = await call('POST /v1/tasks', {
      body: { ...body, entityId, ...(links && { links }) },
    })
    goTo(screenHref(place.org, 'tasks', id))
  }
  return (
    <Screen title={t.newTitle} above={above}>
      <Loaded of={options}>
        {(found) => (
          <TaskForm
            task={null}
            entityId={entityId}
            contacts={noContacts}
            options={found}
            submit={t.create}
            cancelHref={above.href}
            onSubmit={create}
          />
        )}
      </Loaded>
    </Screen>
  )
}

function ExistingTask({ taskId }: { taskId: string }) {
  const t = texts()
  const place = usePlace()
  const { org } = place
  const path = { taskId }
  const [isSaved, setIsSaved] = useState(false)
  const loaded = useLoad(async () => {
    const task = await atHome(place, await call('GET /v1/tasks/{taskId}', { path }))
    const [options, contacts] = await Promise.all([
      call('GET /v1/tasks/options', { query: { entityId: task.entityId } }),
      taskContacts(task.contactIds),
    ])
    return { task, options, contacts }
  }, [taskId])
  const above = { label: t.above, href: screenHref(org, 'tasks') }
  return (
    <Screen title={loaded.value?.task.title ?? t.title} above={above}>
      {isSaved && (
        <Notice kind="success" isUrgent>
          <p>{t.saved}</p>
        </Notice>
      )}
      <Loaded of={loaded}>
        {({ task, options, contacts }) => (
          <>
            <Overview task={task} onChange={loaded.reload} />
            {task.status === 'open' && task.recurrence && task.nextOccurrenceAt && (
              <Move task={task} occurrenceAt={task.nextOccurrenceAt} onChange={loaded.reload} />
            )}
            <Card title={t.change}>
              <TaskForm
                key={task.version}
                task={task}
                entityId={task.entityId}
                contacts={contacts}
                options={options}
                submit={t.save}
                cancelHref={above.href}
                onSubmit={async (body) => {
                  setIsSaved(false)
                  const { splitInto } = await call('PATCH /v1/tasks/{taskId}', { path, body, version: task.version })
                  if (splitInto) return goTo(screenHref(org, 'tasks', splitInto))
                  await loaded.reload()
                  setIsSaved(true)
                }}
              />
            </Card>
            <ConfirmedAction
              label={t.remove}
              title={t.removeTitle}
              explanation={t.removeText}
              onAction={async () => {
                await call('DELETE /v1/tasks/{taskId}', { path })
                goTo(above.href)
              }}
            />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

const noContacts: readonly never[] = []

function linksTo(about: string | null) {
  const [type, id] = about?.split(':') ?? []
  const known = (['signature_request', 'registered_mail'] as const).find((each) => each === type)
  return known && id ? [{ type: known, id }] : null
}

interface TaskProps {
  readonly task: Task
  readonly onChange: () => Promise<void>
}

function Overview({ task, onChange }: TaskProps) {
  const t = texts()
  const path = { taskId: task.id }
  const next = task.recurrence ? task.nextOccurrenceAt : null
  const occurrence = next ? { occurrenceAt: next } : {}
  const act = (carryOut: () => Promise<unknown>) => async () => {
    await carryOut()
    await onChange()
  }
  return (
    <Card>
      <Pairs
        of={[
          [t.state, <StateBadge key="state" isFeminine state={task.status} />],
          ...(next && task.nextStartAt ? [[t.next, timeOf(task.nextStartAt)] as const] : []),
          ...task.links.map((link) => [t.about, <AboutLink key={link.id} link={link} />] as const),
        ]}
      />
      <div class="actions">
        {task.status === 'open' && (
          <Action
            label={t.complete}
            icon="check"
            kind="primary"
            onAction={act(() => call('POST /v1/tasks/{taskId}/complete', { path, body: occurrence }))}
          />
        )}
        {task.status === 'open' && next && (
          <Action
            label={t.skip}
            onAction={act(() => call('POST /v1/tasks/{taskId}/skip', { path, body: { occurrenceAt: next } }))}
          />
        )}
        {task.status === 'completed' && !task.recurrence && (
          <Action label={t.reopen} onAction={act(() => call('POST /v1/tasks/{taskId}/reopen', { path, body: {} }))} />
        )}
        {task.status === 'open' && (
          <ConfirmedAction
            label={t.cancel}
            title={t.cancelTitle}
            explanation={t.cancelText}
            onAction={act(() => call('POST /v1/tasks/{taskId}/cancel', { path }))}
          />
        )}
      </div>
    </Card>
  )
}

const screensOf = { signature_request: 'signature-requests', registered_mail: 'registered-mails' } as const

function AboutLink({ link: { type, id, title } }: { link: Task['links'][number] }) {
  const { org } = usePlace()
  return title === null ? <code>{id}</code> : <a href={screenHref(org, screensOf[type], id)}>{title}</a>
}

function Move({ task, occurrenceAt, onChange }: TaskProps & { occurrenceAt: string }) {
  const t = texts()
  async function move(data: FormData): Promise<void> {
    const body = { startAt: new Date(textIn(data, 'moveTo')).toISOString() }
    await call('PATCH /v1/tasks/{taskId}/occurrences/{occurrenceAt}', { path: { taskId: task.id, occurrenceAt }, body })
    await onChange()
  }
  return (
    <Card title={t.move}>
      <Form key={occurrenceAt} submit={t.move} onSubmit={move}>
        <TextField label={t.moveTo} name="moveTo" type="datetime-local" value={localInput(occurrenceAt)} required />
      </Form>
    </Card>
  )
}
