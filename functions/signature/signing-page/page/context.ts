import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { Messages } from './messages.ts'
import type { Signing } from './signing.ts'
import type { SigningDocument, SigningState } from './signing-state.ts'
import type { View } from './view.ts'

/** What is shown now, in the texts of its language. */
export interface Shown {
  readonly signing: Signing
  readonly view: View
  readonly texts: Messages
}

export const ShownContext = createContext<Shown | null>(null)

export function useShown(): Shown {
  const shown = useContext(ShownContext)
  if (!shown) throw new Error('nothing is shown here')
  return shown
}

/** As `useShown`, where the state is known. */
export function useKnownState(): Shown & { readonly state: SigningState } {
  const shown = useShown()
  const { state } = shown.view
  if (!state) throw new Error('the state is not known yet')
  return { ...shown, state }
}

/** As `useKnownState`, where the document is open. */
export function useOpenState(): Shown & { readonly state: SigningState; readonly document: SigningDocument } {
  const shown = useKnownState()
  const { document } = shown.state
  if (!document) throw new Error('the document is not open yet')
  return { ...shown, document }
}

/** The server's time, each second. */
export function useServerTime(): number {
  const { clock } = useShown().signing
  const [now, setNow] = useState(clock.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), 1000)
    return () => clearInterval(timer)
  }, [clock])
  return Math.max(now, clock.now())
}
