import { useState } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { SelectField } from '../../../../shared/pages/components/form-field.tsx'
import type { Task } from '../api-types.ts'
import { currentLocale, textsOf } from '../language.ts'

const texts = textsOf({
  en: {
    title: 'Reminders',
    atStart: 'At the start',
    before: (time: string) => `${time} before`,
    when: 'When',
    channel: 'How',
    channels: { email: 'By e-mail', in_app: 'In your own software (webhook)' },
    add: 'Add a reminder',
    remove: (number: number) => `Remove reminder ${number}`,
  },
  fr: {
    title: 'Rappels',
    atStart: 'Au début',
    before: (time: string) => `${time} avant`,
    when: 'Quand',
    channel: 'Comment',
    channels: { email: 'Par e-mail', in_app: 'Dans votre propre logiciel (webhook)' },
    add: 'Ajouter un rappel',
    remove: (number: number) => `Retirer le rappel ${number}`,
  },
})

export type Reminder = Pick<Task['reminders'][number], 'minutesBefore' | 'channel'> & { readonly id?: string }

const usualMinutes = [0, 10, 60, 24 * 60, 7 * 24 * 60]
const channels = ['email', 'in_app'] as const
/** As many as the API takes. */
const reminderLimit = 5

interface TaskRemindersProps {
  readonly before: readonly Reminder[]
}

/** When somebody is reminded of a task, and how: the value `reminders` of its form, as JSON. */
export function TaskReminders({ before }: TaskRemindersProps) {
  const t = texts()
  const [reminders, onChange] = useState(before)
  const change = (at: number, changed: Partial<Reminder>) =>
    onChange(reminders.map((each, index) => (index === at ? { ...each, ...changed } : each)))
  return (
    <fieldset>
      <legend>{t.title}</legend>
      <input
        type="hidden"
        name="reminders"
        value={JSON.stringify(reminders)}
        onInput={(event) => onChange(JSON.parse(event.currentTarget.value))}
      />
      {reminders.map(({ minutesBefore, channel }, index) => (
        <div class="two" key={index}>
          <SelectField
            label={t.when}
            value={String(minutesBefore)}
            options={[...new Set([...usualMinutes, minutesBefore])]
              .toSorted((one, other) => one - other)
              .map((minutes) => ({
                value: String(minutes),
                label: minutes === 0 ? t.atStart : t.before(durationOf(minutes)),
              }))}
            onChange={(event) => change(index, { minutesBefore: Number(event.currentTarget.value) })}
          />
          <SelectField
            label={t.channel}
            value={channel}
            options={channels.map((value) => ({ value, label: t.channels[value] }))}
            onChange={(event) => change(index, { channel: event.currentTarget.value === 'email' ? 'email' : 'in_app' })}
          />
          <Button
            icon="trash"
            label={t.remove(index + 1)}
            onClick={() => onChange(reminders.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {reminders.length < reminderLimit && (
        <Button icon="plus" onClick={() => onChange([...reminders, { minutesBefore: 60, channel: 'email' }])}>
          {t.add}
        </Button>
      )}
    </fieldset>
  )
}

const units = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const

/** In the largest unit that it is whole in. */
function durationOf(minutes: number): string {
  const [unit, size] = units.find(([, each]) => minutes % each === 0) ?? units[2]
  const format = new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(minutes / size)
}
