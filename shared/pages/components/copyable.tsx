import { useState } from 'preact/hooks'
import { Button } from './button.tsx'

interface CopyableProps {
  readonly text: string
  /** Of the button, before and after. */
  readonly copy: string
  readonly copied: string
}

/** A text such as an id, and a button that copies it. */
export function Copyable({ text, copy, copied }: CopyableProps) {
  const [isCopied, setIsCopied] = useState(false)
  const take = async () => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
  }
  return (
    <div class="copy">
      <code>{text}</code>
      <Button kind="plain" icon={isCopied ? 'check' : 'copy'} onClick={() => void take()}>
        <span role="status">{isCopied ? copied : copy}</span>
      </Button>
    </div>
  )
}
