import { useEffect, useState } from 'preact/hooks'
import { useKnownState } from './context.ts'
import { isSentence, mentionBox } from './draft.ts'
import type { DrawnMention, DrawnSignature, MentionField } from './signing-state.ts'
import { pathOf } from './stroke-path.ts'

/** A mention as it stands: written here, or drawn before. Null while there is none. */
export function MentionPicture({ field }: { field: MentionField }) {
  const { view } = useKnownState()
  const written = view.draft.mentions[field.id] ?? []
  if (isSentence(written)) return <Strokes drawing={{ ...mentionBox, strokes: written }} />
  return field.drawingSha256 === null ? null : <DrawnMentionPicture field={field} />
}

/** The drawing that was made before, as the document will show it. */
export function DrawnMentionPicture({ field }: { field: MentionField }) {
  const { signing, texts } = useKnownState()
  const [drawn, setDrawn] = useState<DrawnMention | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    let isWanted = true
    void signing.api.readMention(field.id).then((answer) => {
      if (!isWanted) return
      if (answer.ok) setDrawn(answer.value)
      else setHasFailed(true)
    })
    return () => {
      isWanted = false
    }
  }, [signing, field.id, field.drawingSha256])
  if (hasFailed) return <span class="unpictured">{texts.serverFailed}</span>
  if (!drawn) return null
  if (drawn.kind === 'strokes') return <Strokes drawing={drawn} />
  return <img class="signature-image" src={`data:image/png;base64,${drawn.png}`} alt="" />
}

function Strokes({ drawing }: { drawing: DrawnSignature }) {
  return (
    <svg class="signature-image" viewBox={`0 0 ${drawing.width} ${drawing.height}`} aria-hidden="true">
      <path class="stroke" d={drawing.strokes.map(pathOf).join('')} />
    </svg>
  )
}
