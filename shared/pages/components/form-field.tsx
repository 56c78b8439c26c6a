import type { ComponentChildren, TargetedEvent } from 'preact'
import { useId } from 'preact/hooks'

interface FieldTexts {
  readonly label: string
  readonly hint?: ComponentChildren
  /** What is wrong and what to do; null or absent: nothing. */
  readonly error?: string | null
}

/** What names and explains a control; spread it into the control. */
export interface Described {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': 'true' | undefined
}

interface FormFieldProps extends FieldTexts {
  readonly id?: string | undefined
  readonly children: (described: Described) => ComponentChildren
}

/** A control with its label above, its hint between and its error below. */
export function FormField({ label, hint, error, id: given, children }: FormFieldProps) {
  const made = useId()
  const id = given ?? made
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div class="field-group">
      <label for={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} class="quiet">
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? 'true' : undefined })}
      <p id={`${id}-error`} class="error" role="alert">
        {error}
      </p>
    </div>
  )
}

interface ControlProps<Element extends HTMLElement> extends FieldTexts {
  readonly id?: string
  readonly name?: string
  readonly value?: string
  readonly required?: boolean
  readonly autoFocus?: boolean
  readonly onChange?: (event: TargetedEvent<Element>) => void
}

interface WrittenProps<Element extends HTMLElement> extends ControlProps<Element> {
  readonly maxLength?: number
  readonly placeholder?: string
  readonly onInput?: (event: TargetedEvent<Element>) => void
}

interface TextFieldProps extends WrittenProps<HTMLInputElement> {
  readonly type?:
    | 'text'
    | 'email'
    | 'tel'
    | 'url'
    | 'search'
    | 'date'
    | 'datetime-local'
    | 'number'
    | 'color'
    | 'password'
  readonly autocomplete?: AutoFill
  readonly inputMode?: 'text' | 'numeric' | 'decimal'
  /** Of numbers. */
  readonly min?: number
  readonly max?: number
  readonly step?: number | 'any'
}

/**
 * A value that nobody follows by a handler is the first one: what the reader enters stays, whenever the page is drawn again. Preact would set
 * `value` and `checked` anew each time.
 */
function firstValue<Props extends { value?: string; onChange?: unknown; onInput?: unknown }>(props: Props): object {
  const { value, ...others } = props
  const isFollowed = props.onChange !== undefined || props.onInput !== undefined
  return isFollowed || value === undefined ? props : { ...others, defaultValue: value }
}

export function TextField({ label, hint, error, id, type = 'text', ...input }: TextFieldProps) {
  return (
    <FormField label={label} hint={hint} error={error ?? null} id={id}>
      {(described) => <input {...firstValue({ ...input, ...described, type })} />}
    </FormField>
  )
}

export function TextArea({ label, hint, error, id, ...area }: WrittenProps<HTMLTextAreaElement>) {
  return (
    <FormField label={label} hint={hint} error={error ?? null} id={id}>
      {(described) => <textarea rows={4} {...firstValue(area)} {...described} />}
    </FormField>
  )
}

interface SelectFieldProps extends ControlProps<HTMLSelectElement> {
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

export function SelectField({ label, hint, error, id, options, value, ...select }: SelectFieldProps) {
  return (
    <FormField label={label} hint={hint} error={error ?? null} id={id}>
      {(described) => (
        <select {...select} {...described}>
          {options.map((option) => (
            <option key={option.value} value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FormField>
  )
}

interface ChoiceProps {
  readonly type?: 'checkbox' | 'radio'
  readonly label: ComponentChildren
  readonly name?: string
  readonly value?: string
  readonly checked?: boolean
  readonly disabled?: boolean
  readonly onChange?: (event: TargetedEvent<HTMLInputElement>) => void
}

/** A checkbox, or with `type="radio"` one of several. */
export function Choice({ type = 'checkbox', label, checked, ...input }: ChoiceProps) {
  // As of values: one that nobody follows is the first one.
  const state = input.onChange || checked === undefined ? { checked } : { defaultChecked: checked }
  return (
    <label class="choice">
      <input {...input} {...state} type={type} />
      <span>{label}</span>
    </label>
  )
}
