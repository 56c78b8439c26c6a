import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Choice, SelectField, TextArea, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { numberOf, textsOf } from '../language.ts'
import { choicesIn, linesIn, textIn } from '../parts/form.tsx'
import type { Kind, Setting } from './kinds.ts'

const texts = textsOf({
  en: {
    own: 'Own choice',
    all: 'all',
    none: 'none',
    countries: (count: string) => `${count} countries`,
    countriesHint: 'Two letters each (ISO 3166), one a line, such as FR.',
    remind: 'Send reminders',
    firstAfter: 'First after how many days',
    every: 'Then every how many days',
    most: 'At most how many',
    reminders: (first: string, every: string, most: string) =>
      `after ${first} days, then every ${every}, at most ${most}`,
    off: 'off',
  },
  fr: {
    own: 'Choix propre',
    all: 'tous',
    none: 'aucun',
    countries: (count: string) => `${count} pays`,
    countriesHint: 'Deux lettres chacun (ISO 3166), un par ligne, par exemple FR.',
    remind: 'Envoyer des relances',
    firstAfter: 'La première après combien de jours',
    every: 'Puis tous les combien de jours',
    most: 'Combien au plus',
    reminders: (first: string, every: string, most: string) =>
      `après ${first} jours, puis tous les ${every}, ${most} au plus`,
    off: 'désactivées',
  },
})

/** The choice between what is inherited and own values, which appear below it. */
export function OwnOrInherited<Value>({
  setting: { name, label, hint, own, inherits },
  children,
}: {
  setting: Setting<Value>
  children: ComponentChildren
}) {
  const [isOwn, setIsOwn] = useState(own !== null)
  return (
    <>
      <SelectField
        label={label}
        {...(hint && { hint })}
        name={name}
        value={isOwn ? 'own' : ''}
        onChange={(event) => setIsOwn(event.currentTarget.value === 'own')}
        options={[
          { value: '', label: inherits },
          { value: 'own', label: texts().own },
        ]}
      />
      {isOwn && (
        <fieldset class="own-values">
          <legend class="hidden">{label}</legend>
          {children}
        </fieldset>
      )}
    </>
  )
}

export const isOwnIn = (data: FormData, name: string) => textIn(data, name) === 'own'

/** The name of what is entered for a setting. */
export const entriesOf = (name: string) => `${name}.own`

/** Some of several named values. */
export function someOf<Value extends string>(names: Readonly<Partial<Record<Value, string>>>): Kind<readonly Value[]> {
  const isNamed = (value: string): value is Value => value in names
  const options = Object.keys(names).filter(isNamed)
  return {
    tell: (values) =>
      values.length === 0
        ? texts().none
        : options.every((value) => values.includes(value))
          ? texts().all
          : values.map((value) => names[value] ?? value).join(', '),
    render: (setting) => (
      <OwnOrInherited setting={setting}>
        <div class="choices">
          {options.map((value) => (
            <Choice
              key={value}
              name={entriesOf(setting.name)}
              value={value}
              label={names[value]}
              checked={(setting.own ?? setting.inherited ?? options).includes(value)}
            />
          ))}
        </div>
      </OwnOrInherited>
    ),
    read: (data, name) => (isOwnIn(data, name) ? choicesIn(data, entriesOf(name), options) : null),
  }
}

/** Several things that are on or off, such as `{ signed: true, declined: false }`. */
export function flags<Name extends string>(
  names: Readonly<Record<Name, string>>,
): Kind<Readonly<Record<Name, boolean>>> {
  const isNamed = (value: string): value is Name => value in names
  const options = Object.keys(names).filter(isNamed)
  const some = someOf(names)
  const on = (values: Readonly<Record<Name, boolean>>) => options.filter((name) => values[name])
  return {
    tell: (values) => some.tell(on(values)),
    render: ({ own, inherited, ...setting }) =>
      some.render({ ...setting, own: own && on(own), inherited: inherited && on(inherited) }),
    read: (data, name) => {
      const chosen = some.read(data, name)
      if (chosen === null) return null
      const values = options.map((option) => [option, chosen.includes(option)] as const)
      return Object.fromEntries(values) as Record<Name, boolean>
    },
  }
}

/** Countries by their codes. */
export function countries(): Kind<readonly string[]> {
  const few = 6
  return {
    tell: (codes) =>
      codes.length === 0
        ? texts().none
        : codes.length > few
          ? texts().countries(numberOf(codes.length))
          : codes.join(', '),
    render: (setting) => (
      <OwnOrInherited setting={setting}>
        <TextArea
          label={setting.label}
          hint={texts().countriesHint}
          name={entriesOf(setting.name)}
          value={(setting.own ?? setting.inherited ?? []).join('\n')}
        />
      </OwnOrInherited>
    ),
    read: (data, name) =>
      isOwnIn(data, name) ? linesIn(data, entriesOf(name)).map((code) => code.toUpperCase()) : null,
  }
}

export interface Reminders {
  readonly enabled: boolean
  readonly firstAfterDays: number
  readonly everyDays: number
  readonly max: number
}

/** When signers are reminded. */
export function reminders(): Kind<Reminders> {
  return {
    tell: ({ enabled, firstAfterDays, everyDays, max }) =>
      enabled ? texts().reminders(numberOf(firstAfterDays), numberOf(everyDays), numberOf(max)) : texts().off,
    render: (setting) => <RemindersControl setting={setting} />,
    read: (data, name) =>
      isOwnIn(data, name)
        ? {
            enabled: data.get('enabled') === 'on',
            firstAfterDays: Number(textIn(data, 'firstAfterDays')),
            everyDays: Number(textIn(data, 'everyDays')),
            max: Number(textIn(data, 'max')),
          }
        : null,
  }
}

function RemindersControl({ setting }: { setting: Setting<Reminders> }) {
  const t = texts()
  const shown = setting.own ?? setting.inherited ?? { enabled: true, firstAfterDays: 3, everyDays: 5, max: 3 }
  const number = (name: 'firstAfterDays' | 'everyDays' | 'max', label: string, min: number, max: number) => (
    <TextField label={label} name={name} type="number" value={String(shown[name])} min={min} max={max} required />
  )
  return (
    <OwnOrInherited setting={setting}>
      <Choice name="enabled" label={t.remind} checked={shown.enabled} />
      <div class="two">
        {number('firstAfterDays', t.firstAfter, 1, 30)}
        {number('everyDays', t.every, 1, 30)}
        {number('max', t.most, 0, 10)}
      </div>
    </OwnOrInherited>
  )
}
