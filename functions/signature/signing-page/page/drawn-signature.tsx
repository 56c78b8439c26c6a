import { useKnownState } from './context.ts'
import { drawingBox, isDrawn } from './draft.ts'
import { SignatureStamp, sizeOfStamp } from './signature-stamp.tsx'
import { StrokePad } from './stroke-pad.tsx'

/** More than any signature has; drawing stops there, so that what is sent stays small. */
const most = { strokes: 100, points: 5000 }

/** The signature, drawn. */
export function DrawnSignaturePad({ isMissing }: { isMissing: boolean }) {
  const { signing, view, texts, state } = useKnownState()
  const { drawn } = view.draft
  return (
    <>
      <p id="pad-hint">
        {texts.drawnLabel}. <span class="quiet">{texts.drawnHint}</span>
      </p>
      <StrokePad
        box={drawingBox}
        most={most}
        strokes={drawn}
        current={() => signing.view.get().draft.drawn}
        pointOf={(_, place) => place}
        onChange={(strokes) => signing.edit({ drawn: strokes })}
        label={texts.fieldNames.signature}
        describedBy="pad-hint signature-error"
        isInvalid={isMissing}
      >
        <line class="baseline" x1={40} x2={560} y1={150} y2={150} />
      </StrokePad>
      {isDrawn(drawn) && (
        <figure class="preview">
          <SignatureStamp draft={view.draft} size={sizeOfStamp(state.fields)} />
          <figcaption class="quiet">{texts.stampPreview}</figcaption>
        </figure>
      )}
    </>
  )
}
