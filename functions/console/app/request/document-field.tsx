import { useState } from 'preact/hooks'
import { FormField } from '../../../../shared/pages/components/form-field.tsx'
import { textsOf } from '../language.ts'

const texts = textsOf({
  en: {
    file: 'Document',
    anyPdf: 'A PDF.',
    hint: (megabytes: number) => `A PDF of up to ${megabytes} MB.`,
    chosen: (name: string) => `Chosen: ${name}`,
    noPdf: (name: string) => `${name} is no PDF. Save the document as a PDF and choose it again.`,
    tooLarge: (name: string, megabytes: number) => `${name} is larger than ${megabytes} MB. Choose a smaller file.`,
  },
  fr: {
    file: 'Document',
    anyPdf: 'Un PDF.',
    hint: (megabytes: number) => `Un PDF de ${megabytes} Mo au plus.`,
    chosen: (name: string) => `Choisi : ${name}`,
    noPdf: (name: string) => `${name} n’est pas un PDF. Enregistrez le document en PDF et choisissez-le à nouveau.`,
    tooLarge: (name: string, megabytes: number) =>
      `${name} dépasse ${megabytes} Mo. Choisissez un fichier moins volumineux.`,
  },
})

interface DocumentFieldProps {
  readonly file: File | null
  /** Null until the options of the entity are read. */
  readonly maxBytes: number | null
  readonly onChoose: (file: File) => void
}

/** The document to sign. A file that the API would refuse is not taken. */
export function DocumentField({ file, maxBytes, onChoose }: DocumentFieldProps) {
  const t = texts()
  const megabytes = maxBytes === null ? null : Math.floor(maxBytes / 1_048_576)
  const [error, setError] = useState<string | null>(null)
  async function choose(input: HTMLInputElement): Promise<void> {
    const chosen = input.files?.[0]
    if (!chosen) return
    const { name } = chosen
    const isTooLarge = maxBytes !== null && chosen.size > maxBytes
    const tooLarge = isTooLarge && megabytes !== null ? t.tooLarge(name, megabytes) : null
    const wrong = tooLarge ?? ((await isPdf(chosen)) ? null : t.noPdf(name))
    setError(wrong)
    if (wrong === null) onChoose(chosen)
    else input.value = ''
  }
  const wanted = megabytes === null ? t.anyPdf : t.hint(megabytes)
  return (
    <FormField label={t.file} hint={file ? t.chosen(file.name) : wanted} error={error}>
      {(described) => (
        <input
          {...described}
          type="file"
          accept="application/pdf"
          required={!file}
          onChange={(event) => void choose(event.currentTarget)}
        />
      )}
    </FormField>
  )
}

/** Readers of PDF look for its mark near the start. */
async function isPdf(file: File): Promise<boolean> {
  const start = await file
    .slice(0, 1024)
    .text()
    .catch(() => '')
  return start.includes('%PDF-')
}
