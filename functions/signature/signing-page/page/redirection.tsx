import { useEffect, useState } from 'preact/hooks'
import { useShown } from './context.ts'

const visibleSeconds = 10

/** On to where the sender wants people to be afterwards: after a visible moment, and only as the end of this visit. */
export function Redirection({ url }: { url: string | null }) {
  const { view, texts } = useShown()
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => setLeft(view.hasActed ? visibleSeconds : null), [view.hasActed])
  useEffect(() => {
    if (!url || left === null) return undefined
    if (left === 0) location.assign(url)
    const timer = setTimeout(() => setLeft(left > 0 ? left - 1 : null), 1000)
    return () => clearTimeout(timer)
  }, [url, left])
  if (!url) return null
  const { host } = new URL(url)
  return (
    <div class="redirection">
      {left !== null && <p role="timer">{texts.redirecting(host, left)}</p>}
      <div class="actions">
        <a class="button" href={url} rel="noreferrer">
          {texts.goOn(host)}
        </a>
        {left !== null && (
          <button type="button" class="subtle" onClick={() => setLeft(null)}>
            {texts.stayHere}
          </button>
        )}
      </div>
    </div>
  )
}
