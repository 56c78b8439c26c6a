import { useRef, useState } from 'preact/hooks'
import { Spinner } from '../../../../shared/pages/components/spinner.tsx'
import { useKnownState } from './context.ts'
import { type ImageFlaw, imageOf } from './signature-image.ts'
import { SignatureStamp, sizeOfStamp } from './signature-stamp.tsx'

/** A picture of one's signature from a file. */
export function UploadedSignature({ isMissing }: { isMissing: boolean }) {
  const { signing, view, texts, state } = useKnownState()
  const { uploaded } = view.draft
  const [flaw, setFlaw] = useState<ImageFlaw | null>(null)
  const [isWorking, setIsWorking] = useState(false)
  const latest = useRef<File | null>(null)
  async function choose(file: File | undefined): Promise<void> {
    if (!file) return
    latest.current = file
    setIsWorking(true)
    const image = await imageOf(file)
    if (latest.current !== file) return
    setIsWorking(false)
    setFlaw(typeof image === 'string' ? image : null)
    signing.edit({ uploaded: typeof image === 'string' ? null : image })
  }
  const flaws = { tooLarge: texts.uploadTooLarge, wrongType: texts.uploadWrongType, blank: texts.uploadBlank }
  return (
    <>
      <label for="upload">{texts.uploadLabel}</label>
      <input
        id="upload"
        type="file"
        accept="image/*"
        required
        aria-invalid={isMissing || flaw !== null}
        aria-describedby="upload-hint upload-error signature-error"
        onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
      />
      <p id="upload-hint" class="quiet">
        {texts.uploadHint}
      </p>
      <p id="upload-error" class="error" role="alert">
        {flaw && flaws[flaw]}
      </p>
      {isWorking && <Spinner label={texts.uploadWorking} />}
      {uploaded && !isWorking && (
        <figure class="preview">
          <SignatureStamp draft={view.draft} size={sizeOfStamp(state.fields)} />
          <span class="hidden">{texts.uploadedPreview(uploaded.name)}</span>
          <figcaption class="quiet">{texts.stampPreview}</figcaption>
        </figure>
      )}
    </>
  )
}
