import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { focusReturn } from '../../../../shared/pages/components/focus-return.ts'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { ApiProblem } from '../api.ts'
import { markSent, markUnsent, takeKept } from '../entries.ts'
import { type Control, fillIn, isControl, nameOf, valuesOf } from '../form-values.ts'
import { textsOf } from '../language.ts'
import { currentPerson } from '../session.ts'
import { type FieldPath, issuesOf } from './field-issues.ts'
import { ProblemNotice } from './problem.tsx'

const texts = textsOf({
  en: {
    cancel: 'Cancel',
    restored: 'You signed in again. Your entries are still here: check them and send them.',
    files: 'Choose files again.',
  },
  fr: {
    cancel: 'Annuler',
    restored: 'Vous vous êtes reconnecté. Vos saisies sont toujours là : vérifiez-les et envoyez-les.',
    files: 'Choisissez à nouveau les fichiers.',
  },
})

interface FormProps {
  readonly submit: string
  /** What is sent, where several forms of a screen have the same button. Not seen, but part of its name. */
  readonly of?: string
  readonly onSubmit: (data: FormData) => Promise<void>
  /** Where Cancel leads; absent: there is no such button. */
  readonly cancelHref?: string
  readonly onCancel?: () => void
  readonly isDangerous?: boolean
  readonly children?: ComponentChildren
}

/**
 * A form that sends once, says what was refused, and keeps its entries. Nobody leaves it by mistake, and where somebody has to sign in
 * again, it has the entries again afterwards.
 */
export function Form({ submit, of, onSubmit, cancelHref, onCancel, isDangerous = false, children }: FormProps) {
  const t = texts()
  const form = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [isRestored, setIsRestored] = useState(false)
  const name = useRef('')
  const change = () => {
    if (form.current) markUnsent(name.current, () => form.current && valuesOf(form.current))
  }
  // Before anything can be entered: entries under another name would never be forgotten, and the reader asked about them on later screens.
  useLayoutEffect(() => {
    if (!form.current) return undefined
    name.current = nameOf(form.current)
    const kept = takeKept(name.current, currentPerson())
    if (kept !== null) {
      fillIn(form.current, kept)
      change()
      setIsRestored(true)
    }
    return () => markSent(name.current)
  }, [])
  useEffect(() => {
    if (form.current && problem instanceof ApiProblem) showIssues(form.current, problem)
  }, [problem])
  async function send(event: Event): Promise<void> {
    event.preventDefault()
    if (isSending.current || !form.current) return
    isSending.current = true
    const giveBackFocus = focusReturn()
    setIsBusy(true)
    setProblem(null)
    setIsRestored(false)
    await onSubmit(new FormData(form.current)).then(() => markSent(name.current), setProblem)
    isSending.current = false
    setIsBusy(false)
    giveBackFocus()
  }
  return (
    <form ref={form} onInput={change} onSubmit={(event) => void send(event)}>
      {isRestored && (
        <Notice kind="success" isUrgent>
          <p>
            {t.restored} {form.current?.querySelector('input[type=file]') && t.files}
          </p>
        </Notice>
      )}
      {children}
      {problem !== null && <ProblemNotice problem={problem} labelOf={(path) => labelIn(form.current, path)} />}
      <div class="actions">
        <Button type="submit" kind={isDangerous ? 'danger' : 'primary'} isOff={isBusy}>
          {submit}
          {of && <span class="hidden"> {of}</span>}
        </Button>
        {cancelHref && (
          <a class="button" href={cancelHref} onClick={() => markSent(name.current)}>
            {t.cancel}
          </a>
        )}
        {onCancel && (
          <Button autofocus={isDangerous && !children} onClick={onCancel}>
            {t.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}

/** The control with the name of a value, which the API names with what it stands in. */
function controlFor(form: HTMLFormElement | null, path: FieldPath): Control | null {
  const name = path.findLast((part) => typeof part === 'string')
  const found = name === undefined ? null : form?.elements.namedItem(String(name))
  return isControl(found) ? found : null
}

function labelIn(form: HTMLFormElement | null, path: FieldPath): string | null {
  return controlFor(form, path)?.labels?.[0]?.textContent ?? null
}

/** Marks the controls with wrong values until they are changed, and leads to the first. */
function showIssues(form: HTMLFormElement, problem: ApiProblem): void {
  const controls = issuesOf(problem).flatMap(({ path }) => controlFor(form, path) ?? [])
  for (const control of controls) {
    control.setAttribute('aria-invalid', 'true')
    control.addEventListener('input', () => control.removeAttribute('aria-invalid'), { once: true })
  }
  controls[0]?.focus()
}

/** A text of a form without the space around it. */
export function textIn(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Each line of a text that says something. */
export function linesIn(data: FormData, name: string): string[] {
  return linesOf(textIn(data, name))
}

export function linesOf(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Every value that was chosen under a name. */
export function choicesIn<T extends string>(data: FormData, name: string, among: readonly T[]): T[] {
  const chosen = new Set(data.getAll(name).map(String))
  return among.filter((value) => chosen.has(value))
}
