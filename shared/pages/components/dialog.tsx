import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

interface DialogProps {
  readonly title: string
  /** Called when it was closed, by Escape too. */
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A modal dialog, open while it is there. The browser keeps the focus in it and gives it back afterwards. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
