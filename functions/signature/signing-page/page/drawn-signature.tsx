import { useKnownState } from './context.ts'
import { drawingBox } from './draft.ts'
import { StrokePad } from './stroke-pad.tsx'

/** More than any signature has; drawing stops there, so that what is sent stays small. */
const most = { strokes: 100, points: 5000 }

/** The signature, drawn. */
export function DrawnSignaturePad({ isMissing }: { isMissing: boolean }) {
  const { signing, view, texts } = useKnownState()
  return (
    <>
      <p id="pad-hint">
        {texts.drawnLabel}. <span class="quiet">{texts.drawnHint}</span>
      </p>
      <StrokePad
        box={drawingBox}
        most={most}
        strokes={view.draft.drawn}
        current={() => signing.view.get().draft.drawn}
        pointOf={(_, place) => place}
        onChange={(drawn) => signing.edit({ drawn })}
        label={texts.fieldNames.signature}
        describedBy="pad-hint signature-error"
        isInvalid={isMissing}
      >
        <line class="baseline" x1={40} x2={560} y1={150} y2={150} />
      </StrokePad>
    </>
  )
}
