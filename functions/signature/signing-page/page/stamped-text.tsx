import { useEffect, useState } from 'preact/hooks'
import { useShown } from './context.ts'
import type { StampText } from './signing-state.ts'
import type { Pictured, StampPicture } from './stamp-pictures.ts'

/** A text is asked for when nothing was typed for so long. */
const restMs = 250

/** The picture of a text, once it is there; until then the one before it. Undefined while none was. */
export function useStampPicture(stamp: StampText | null): Pictured | undefined {
  const { pictures } = useShown().signing
  const [pictured, setPictured] = useState<Pictured | undefined>(undefined)
  const key = stamp && JSON.stringify(stamp)
  useEffect(() => {
    if (!stamp) {
      setPictured(undefined)
      return undefined
    }
    let isWanted = true
    const timer = setTimeout(() => {
      void pictures.of(stamp).then((found) => isWanted && setPictured(found))
    }, restMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [pictures, key])
  return stamp ? pictured : undefined
}

/** The letters that the document gets. What they say has to be said beside them. */
export function StampedText({ picture, kind }: { picture: StampPicture; kind: string }) {
  return (
    <svg class={kind} viewBox={picture.viewBox} aria-hidden="true">
      <path fill="currentColor" d={picture.outline} />
    </svg>
  )
}
