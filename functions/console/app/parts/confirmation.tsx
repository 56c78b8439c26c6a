import { useEffect, useState } from 'preact/hooks'
import { Notice } from '../../../../shared/pages/components/notice.tsx'

/** What was done last, and the screen that tells it. */
let latest: { readonly text: string; readonly route: string } | null = null
const watchers = new Set<() => void>()

/** Tells on the screen of the address that something was done. Where the action leads to another screen, call it after `goTo`. */
export function confirmDone(text: string): void {
  latest = { text, route: location.hash }
  for (const redraw of watchers) redraw()
}

/** The confirmation, until the reader leaves the screen. */
export function Confirmation() {
  const [, draw] = useState({})
  useEffect(() => {
    const redraw = () => draw({})
    const forget = () => {
      if (latest?.route !== location.hash) latest = null
      redraw()
    }
    watchers.add(redraw)
    addEventListener('hashchange', forget)
    return () => {
      watchers.delete(redraw)
      removeEventListener('hashchange', forget)
    }
  }, [])
  return (
    latest?.route === location.hash && (
      <Notice kind="success" isUrgent>
        <p>{latest.text}</p>
      </Notice>
    )
  )
}
