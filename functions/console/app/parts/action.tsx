import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button, type ButtonKind } from '../../../../shared/pages/components/button.tsx'
import { Dialog } from '../../../../shared/pages/components/dialog.tsx'
import { focusReturn } from '../../../../shared/pages/components/focus-return.ts'
import { TextField } from '../../../../shared/pages/components/form-field.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import type { IconName } from '../../../../shared/pages/icons.ts'
import { textsOf } from '../language.ts'
import { Form, textIn } from './form.tsx'
import { ProblemNotice } from './problem.tsx'

const texts = textsOf({
  en: {
    typeName: (name: string) => `Type “${name}” to confirm`,
    wrongName: 'This is not the name.',
  },
  fr: {
    typeName: (name: string) => `Saisissez « ${name} » pour confirmer`,
    wrongName: 'Ce n’est pas le nom.',
  },
})

interface ActionProps {
  readonly label: string
  /** Whom or what it concerns, in lists where several have the same label. Not seen, but part of its name. */
  readonly of?: string | null
  readonly onAction: () => Promise<void>
  readonly kind?: ButtonKind
  readonly icon?: IconName
  /** Told once it is done, where nothing else shows it. */
  readonly done?: string
}

/** The name of a button in a list, with what it concerns for those who do not see its row. */
function Named({ label, of }: Pick<ActionProps, 'label' | 'of'>) {
  return (
    <>
      {label}
      {of && <span class="hidden"> {of}</span>}
    </>
  )
}

/** A button that does something at once, and says why where it cannot. */
export function Action({ label, of, onAction, kind = 'secondary', icon, done }: ActionProps) {
  const isActing = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  async function act(): Promise<void> {
    if (isActing.current) return
    isActing.current = true
    const giveBackFocus = focusReturn()
    setIsBusy(true)
    setProblem(null)
    setIsDone(false)
    await onAction().then(() => setIsDone(true), setProblem)
    isActing.current = false
    setIsBusy(false)
    giveBackFocus()
  }
  return (
    <>
      <Button kind={kind} {...(icon && { icon })} isOff={isBusy} onClick={() => void act()}>
        <Named label={label} of={of} />
      </Button>
      {isDone && done && (
        <Notice kind="success" isUrgent>
          {done}
        </Notice>
      )}
      {problem !== null && <ProblemNotice problem={problem} />}
    </>
  )
}

interface ConfirmedActionProps extends ActionProps {
  readonly title: string
  /** What will happen. */
  readonly explanation: string
  readonly isDangerous?: boolean
  /** A name that has to be typed first. */
  readonly typed?: string
}

/** The same behind a question. */
export function ConfirmedAction({
  label,
  of,
  onAction,
  title,
  explanation,
  isDangerous = true,
  typed,
  kind,
  icon,
}: ConfirmedActionProps) {
  const t = texts()
  const [isOpen, setIsOpen] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const close = () => setIsOpen(false)
  async function act(data: FormData): Promise<void> {
    if (typed !== undefined && textIn(data, 'confirmName') !== typed) return setError(t.wrongName)
    await onAction()
    close()
  }
  return (
    <>
      <Button {...(kind && { kind })} {...(icon && { icon })} onClick={() => setIsOpen(true)}>
        <Named label={label} of={of} />
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={close}>
          <p>{explanation}</p>
          <Form submit={label} onSubmit={act} onCancel={close} isDangerous={isDangerous}>
            {typed !== undefined && (
              <TextField label={t.typeName(typed)} name="confirmName" autocomplete="off" error={error} required />
            )}
          </Form>
        </Dialog>
      )}
    </>
  )
}

interface FormActionProps extends Omit<ActionProps, 'onAction' | 'done'> {
  readonly title: string
  readonly submit: string
  /** It also reads what has changed, so that the focus returns to a button that still exists. */
  readonly onSubmit: (data: FormData) => Promise<void>
  readonly children: ComponentChildren
}

/** A button that opens a form. */
export function FormAction({ label, of, kind, icon, title, submit, onSubmit, children }: FormActionProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  async function send(data: FormData): Promise<void> {
    await onSubmit(data)
    close()
  }
  return (
    <>
      <Button {...(kind && { kind })} {...(icon && { icon })} onClick={() => setIsOpen(true)}>
        <Named label={label} of={of} />
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={close}>
          <Form submit={submit} onSubmit={send} onCancel={close}>
            {children}
          </Form>
        </Dialog>
      )}
    </>
  )
}
