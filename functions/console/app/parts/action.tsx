import { useRef, useState } from 'preact/hooks'
import { Button, type ButtonKind } from '../../../../shared/pages/components/button.tsx'
import { Dialog } from '../../../../shared/pages/components/dialog.tsx'
import { TextField } from '../../../../shared/pages/components/form-field.tsx'
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
}

/** A button that does something at once, and says why where it cannot. */
export function Action({ label, onAction, kind = 'secondary', icon }: ActionProps) {
  const isActing = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  async function act(): Promise<void> {
    if (isActing.current) return
    isActing.current = true
    setIsBusy(true)
    setProblem(null)
    await onAction().catch(setProblem)
    isActing.current = false
    setIsBusy(false)
  }
  return (
    <>
      <Button kind={kind} {...(icon && { icon })} isOff={isBusy} onClick={() => void act()}>
        {label}
      </Button>
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
