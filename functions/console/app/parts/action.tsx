import { useRef, useState } from 'preact/hooks'
import { Button, type ButtonKind } from '../../../../shared/pages/components/button.tsx'
import { Dialog } from '../../../../shared/pages/components/dialog.tsx'
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
  readonly onAction: () => Promise<void>
  readonly kind?: ButtonKind
  readonly icon?: IconName
  /** Told once it is done, where nothing else shows it. */
  readonly done?: string
}

/** A button that does something at once, and says why where it cannot. */
export function Action({ label, onAction, kind = 'secondary', icon, done }: ActionProps) {
  const isActing = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  async function act(): Promise<void> {
    if (isActing.current) return
    isActing.current = true
    setIsBusy(true)
    setProblem(null)
    setIsDone(false)
    await onAction().then(() => setIsDone(true), setProblem)
    isActing.current = false
    setIsBusy(false)
  }
  return (
    <>
      <Button kind={kind} {...(icon && { icon })} isOff={isBusy} onClick={() => void act()}>
        {label}
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
        {label}
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
