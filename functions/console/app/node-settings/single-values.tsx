import { SelectField, TextArea, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { numberOf, textsOf } from '../language.ts'
import { textIn } from '../parts/form.tsx'
import type { Kind, Setting } from './kinds.ts'

const texts = textsOf({
  en: { on: 'Yes', off: 'No', empty: (inherits: string) => `Empty: ${inherits}.` },
  fr: { on: 'Oui', off: 'Non', empty: (inherits: string) => `Vide : ${inherits}.` },
})

/** One of some named values. */
export function oneOf<Value extends string>(names: Readonly<Partial<Record<Value, string>>>): Kind<Value> {
  const isNamed = (value: string): value is Value => value in names
  const options = Object.keys(names).filter(isNamed)
  // A vendor that is no longer offered has no name.
  const tell = (value: Value) => names[value] ?? value
  return {
    tell,
    render: (setting) => <Select setting={setting} options={options.map((value) => ({ value, label: tell(value) }))} />,
    read: (data, name) => options.find((value) => value === textIn(data, name)) ?? null,
  }
}

/** On or off. */
export function whether(): Kind<boolean> {
  const { on, off } = texts()
  const byName = oneOf({ true: on, false: off })
  return {
    tell: (value) => byName.tell(`${value}`),
    render: ({ own, inherited: _, ...setting }) =>
      byName.render({ ...setting, inherited: null, own: own === null ? null : `${own}` }),
    read: (data, name) => {
      const chosen = byName.read(data, name)
      return chosen === null ? null : chosen === 'true'
    },
  }
}

interface SelectProps {
  readonly setting: Setting<string>
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

function Select({ setting: { name, label, hint, own, inherits }, options }: SelectProps) {
  const gone = own !== null && !options.some(({ value }) => value === own) ? [{ value: own, label: own }] : []
  return (
    <SelectField
      label={label}
      {...(hint && { hint })}
      name={name}
      value={own ?? ''}
      options={[{ value: '', label: inherits }, ...options, ...gone]}
    />
  )
}

interface Range {
  readonly min: number
  readonly max: number
  /** How many units of the API the shown unit has, such as bytes in a megabyte. */
  readonly unit?: number
}

/** A number, as the API counts or in a larger unit. */
export function whole({ min, max, unit = 1 }: Range): Kind<number> {
  return {
    tell: (value) => numberOf(value / unit),
    render: ({ own, ...setting }) => (
      <Written
        setting={{ ...setting, inherited: null, own: own === null ? null : String(own / unit) }}
        type="number"
        bounds={{ min, max, step: unit === 1 ? 1 : 'any' }}
      />
    ),
    read: (data, name) => {
      const entered = textIn(data, name)
      return entered === '' ? null : Math.round(Number(entered) * unit)
    },
  }
}

interface WrittenOptions {
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'number'
  readonly placeholder?: string
  readonly isLong?: boolean
  readonly bounds?: { readonly min: number; readonly max: number; readonly step: number | 'any' }
}

/** A text of the reader's own. */
export function text(options: WrittenOptions = {}): Kind<string> {
  return {
    tell: (value) => value,
    render: (setting) => <Written setting={setting} {...options} />,
    read: (data, name) => textIn(data, name) || null,
  }
}

function Written({
  setting,
  type = 'text',
  placeholder,
  isLong,
  bounds,
}: WrittenOptions & { setting: Setting<string> }) {
  const { name, label, hint, own, inherits } = setting
  const control = {
    label,
    name,
    hint: [hint, texts().empty(inherits)].filter(Boolean).join(' '),
    value: own ?? '',
    ...(placeholder && { placeholder }),
  }
  return isLong ? <TextArea {...control} /> : <TextField {...control} type={type} {...bounds} />
}
