import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { ApiProblem } from '../api.ts'
import { fillIn, keepDraft, takeDraft } from '../form-draft.ts'
import { textsOf } from '../language.ts'
import { currentRoute } from '../router.ts'
import { signIn } from '../session.ts'
import { ProblemNotice } from './problem.tsx'

const texts = textsOf({
  en: {
    cancel: 'Cancel',
    restored: 'You signed in again. Your entries are still here: check them and send them.',
    again: 'Sign in again',
    why: 'For this, you must have signed in within the last 15 minutes. Your entries are kept.',
  },
  fr: {
    cancel: 'Annuler',
    restored: 'Vous vous êtes reconnecté. Vos saisies sont toujours là : vérifiez-les et envoyez-les.',
    again: 'Se reconnecter',
    why: 'Pour cela, vous devez vous être connecté dans les 15 dernières minutes. Vos saisies sont conservées.',
  },
})

interface FormProps {
  readonly submit: string
  readonly onSubmit: (data: FormData) => Promise<void>
  /** Where Cancel leads; absent: there is no such button. */
  readonly cancelHref?: string
  readonly onCancel?: () => void
  readonly isDangerous?: boolean
  readonly children?: ComponentChildren
}

/**
 * A form that sends once, says what was refused, and keeps its entries. Where the operation asks for a recent sign-in, it leads there and
 * has the entries again afterwards.
 */
export function Form({ submit, onSubmit, cancelHref, onCancel, isDangerous = false, children }: FormProps) {
  const t = texts()
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [isRestored, setIsRestored] = useState(false)
  useEffect(() => {
    const draft = takeDraft(currentRoute())
    if (!draft || !form.current) return
    fillIn(form.current, draft)
    setIsRestored(true)
  }, [])
  async function send(event: Event): Promise<void> {
    event.preventDefault()
    if (isBusy || !form.current) return
    setIsBusy(true)
    setProblem(null)
    setIsRestored(false)
    await onSubmit(new FormData(form.current)).catch(setProblem)
    setIsBusy(false)
  }
  const needsSignIn = problem instanceof ApiProblem && problem.needsRecentSignIn
  const again = () => {
    if (form.current) keepDraft(currentRoute(), form.current)
    void signIn({ isFresh: true, route: currentRoute() })
  }
  return (
    <form ref={form} onSubmit={(event) => void send(event)}>
      {isRestored && (
        <Notice kind="success" isUrgent>
          <p>{t.restored}</p>
        </Notice>
      )}
      {children}
      {needsSignIn ? (
        <Notice kind="warning" isUrgent>
          <p>{t.why}</p>
          <Button onClick={again}>{t.again}</Button>
        </Notice>
      ) : (
        problem !== null && <ProblemNotice problem={problem} />
      )}
      <div class="actions">
        <Button type="submit" kind={isDangerous ? 'danger' : 'primary'} isOff={isBusy}>
          {submit}
        </Button>
        {cancelHref && (
          <a class="button" href={cancelHref}>
            {t.cancel}
          </a>
        )}
        {onCancel && <Button onClick={onCancel}>{t.cancel}</Button>}
      </div>
    </form>
  )
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
