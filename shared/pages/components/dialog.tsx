import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { focusReturn } from './focus-return.ts'

interface DialogProps {
  readonly title: string
  /** Called when it was closed, by Escape too. */
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A modal dialog, open while it is there. The focus stays in it, and returns afterwards to what opened it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // It closes while it is still there, so that the browser itself can give the focus back.
  useLayoutEffect(() => {
    const opened = dialog.current
    const giveBack = focusReturn()
    opened?.showModal()
    return () => {
      opened?.close()
      giveBack()
    }
  }, [])
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
