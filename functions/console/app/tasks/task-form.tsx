import { Choice, SelectField, TextArea, TextField } from '../../../../shared/pages/components/form-field.tsx'
import type { CreateTaskInput, Task, TaskOptions } from '../api-types.ts'
import { personName } from '../context.ts'
import { textsOf, timeOf, zoneName } from '../language.ts'
import { Form, textIn } from '../parts/form.tsx'
import { localInput } from './local-time.ts'
import { type TaskContact, TaskContacts } from './task-contacts.tsx'
import { TaskReminders } from './task-reminders.tsx'

const texts = textsOf({
  en: {
    title: 'Title',
    description: 'Description',
    start: 'Start',
    startHint: (zone: string) => `In the time zone of your device: ${zone}.`,
    allDay: 'All day',
    priority: 'Priority',
    priorities: { low: 'Low', normal: 'Normal', high: 'High' },
    assignee: 'Assignee',
    nobody: 'Nobody',
    repeat: 'Repeat',
    repeats: { '': 'Never', daily: 'Every day', weekly: 'Every week', monthly: 'Every month', yearly: 'Every year' },
    ownRule: (rule: string) => `As it is (${rule})`,
    isPrivate: 'Only the assignee and I see it',
    applies: 'Applies to',
    whole: 'All occurrences',
    fromNext: (time: string) => `The one on ${time} and those after it`,
  },
  fr: {
    title: 'Titre',
    description: 'Description',
    start: 'Début',
    startHint: (zone: string) => `Dans le fuseau horaire de votre appareil : ${zone}.`,
    allDay: 'Toute la journée',
    priority: 'Priorité',
    priorities: { low: 'Basse', normal: 'Normale', high: 'Haute' },
    assignee: 'Responsable',
    nobody: 'Personne',
    repeat: 'Répétition',
    repeats: {
      '': 'Jamais',
      daily: 'Chaque jour',
      weekly: 'Chaque semaine',
      monthly: 'Chaque mois',
      yearly: 'Chaque année',
    },
    ownRule: (rule: string) => `Inchangée (${rule})`,
    isPrivate: 'Visible du responsable et de moi seulement',
    applies: 'S’applique à',
    whole: 'Toutes les occurrences',
    fromNext: (time: string) => `Celle du ${time} et les suivantes`,
  },
})

const priorities = ['low', 'normal', 'high'] as const
const repeats = ['', 'daily', 'weekly', 'monthly', 'yearly'] as const

export interface TaskBody
  extends Pick<
    CreateTaskInput,
    'title' | 'description' | 'startAt' | 'recurrence' | 'assigneeId' | 'timezone' | 'reminders' | 'contactIds'
  > {
  readonly allDay: boolean
  readonly priority: (typeof priorities)[number]
  readonly isPrivate?: boolean
  /** From which occurrence on it holds; absent: it holds for all. */
  readonly applyFrom?: string
}

interface TaskFormProps {
  readonly task: Task | null
  readonly entityId: string
  /** Whom it is about so far. */
  readonly contacts: readonly TaskContact[]
  readonly options: TaskOptions
  readonly submit: string
  readonly cancelHref: string
  readonly onSubmit: (body: TaskBody) => Promise<void>
}

/** The values of a task. Other rules of repetition than the usual ones stay as they are. */
export function TaskForm({ task, entityId, contacts, options, submit, cancelHref, onSubmit }: TaskFormProps) {
  const t = texts()
  const next = (task?.recurrence && task.nextOccurrenceAt) || null
  const rule = task?.recurrence?.rule ?? ''
  const repeat = repeats.find((each) => ruleOf(each) === rule)
  const save = (data: FormData) => {
    const chosen = textIn(data, 'repeat')
    const usual = repeats.find((each) => each === chosen)
    return onSubmit({
      title: textIn(data, 'title'),
      description: textIn(data, 'description') || null,
      startAt: new Date(textIn(data, 'startAt')).toISOString(),
      allDay: data.get('allDay') === 'on',
      priority: priorities.find((each) => each === textIn(data, 'priority')) ?? 'normal',
      assigneeId: textIn(data, 'assigneeId') || null,
      ...(usual !== undefined && usual !== repeat && { recurrence: usual === '' ? null : { rule: ruleOf(usual) } }),
      ...changedLists(data, task),
      ...(next && textIn(data, 'applies') === 'fromNext' && { applyFrom: next }),
      ...(task === null && { timezone: zoneName(), isPrivate: data.get('isPrivate') === 'on' }),
    })
  }
  return (
    <Form submit={submit} onSubmit={save} cancelHref={cancelHref}>
      <TextField label={t.title} name="title" maxLength={200} value={task?.title ?? ''} autocomplete="off" required />
      <TextArea label={t.description} name="description" value={task?.description ?? ''} />
      <TextField
        label={t.start}
        hint={t.startHint(zoneName())}
        name="startAt"
        type="datetime-local"
        value={task ? localInput(task.startAt) : ''}
        required
      />
      <Choice name="allDay" checked={task?.allDay ?? false} label={t.allDay} />
      <SelectField
        label={t.repeat}
        name="repeat"
        value={repeat ?? 'own'}
        options={[
          ...(repeat === undefined ? [{ value: 'own', label: t.ownRule(rule) }] : []),
          ...repeats.map((value) => ({ value, label: t.repeats[value] })),
        ]}
      />
      <SelectField
        label={t.priority}
        name="priority"
        value={task?.priority ?? 'normal'}
        options={priorities.map((value) => ({ value, label: t.priorities[value] }))}
      />
      <SelectField
        label={t.assignee}
        name="assigneeId"
        value={task?.assigneeId ?? ''}
        options={[
          { value: '', label: t.nobody },
          ...options.assignees.map((person) => ({ value: person.id, label: personName(person) })),
        ]}
      />
      <TaskReminders before={task?.reminders ?? []} />
      <TaskContacts entityId={entityId} before={contacts} />
      {task === null && <Choice name="isPrivate" label={t.isPrivate} />}
      {next && (
        <SelectField
          label={t.applies}
          name="applies"
          options={[
            { value: 'whole', label: t.whole },
            { value: 'fromNext', label: t.fromNext(timeOf(next)) },
          ]}
        />
      )}
    </Form>
  )
}

function ruleOf(repeat: (typeof repeats)[number]): string {
  return repeat === '' ? '' : `FREQ=${repeat.toUpperCase()}`
}

/** The lists that are not as they were. A contact that somebody cannot see stays where nobody touches the list. */
function changedLists(data: FormData, task: Task | null): Pick<TaskBody, 'reminders' | 'contactIds'> {
  const changed = (name: string, before: readonly unknown[]) =>
    textIn(data, name) === JSON.stringify(before) ? null : JSON.parse(textIn(data, name))
  const [reminders, contactIds] = [
    changed('reminders', task?.reminders ?? []),
    changed('contactIds', task?.contactIds ?? []),
  ]
  return { ...(reminders && { reminders }), ...(contactIds && { contactIds }) }
}
