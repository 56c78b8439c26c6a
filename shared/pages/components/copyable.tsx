import { useState } from 'preact/hooks'
import { Button } from './button.tsx'

interface CopyableProps {
  readonly text: string
  /** Of the button, before and after. */
  readonly copy: string
  readonly copied: string
}

/** A text such as an id, and a button that copies it. */
export function Copyable(props: CopyableProps) {
  return (
    <div class="copy">
      <code>{props.text}</code>
      <CopyButton {...props} />
    </div>
  )
}

/** A button that copies a text which is shown elsewhere. */
export function CopyButton({ text, copy, copied }: CopyableProps) {
  const [isCopied, setIsCopied] = useState(false)
  const take = async () => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
  }
  return (
    <Button kind="plain" icon={isCopied ? 'check' : 'copy'} onClick={() => void take()}>
      <span role="status">{isCopied ? copied : copy}</span>
    </Button>
  )
}
