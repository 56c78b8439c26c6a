import { Notice } from '../../../../shared/pages/components/notice.tsx'
import type { WrittenSignatureRequest } from '../api-types.ts'
import { personName, screenHref, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { Action } from '../parts/action.tsx'
import { fieldTexts } from './field-texts.ts'

const texts = textsOf({
  en: {
    covered: 'The request is saved as a draft, but not sent. These fields cover text that signers then cannot read:',
    onPage: (field: string, page: number) => `${field}, on page ${page}`,
    move: 'Move the fields and send again, or go on as it is.',
    sendAnyway: 'Send all the same',
    open: 'Open the draft',
  },
  fr: {
    covered:
      'La demande est enregistrée comme brouillon, mais pas envoyée. Ces champs couvrent du texte que les signataires ne pourront pas lire :',
    onPage: (field: string, page: number) => `${field}, à la page ${page}`,
    move: 'Déplacez les champs et envoyez à nouveau, ou continuez ainsi.',
    sendAnyway: 'Envoyer quand même',
    open: 'Ouvrir le brouillon',
  },
})

interface FieldWarningsProps {
  /** The saved draft. */
  readonly request: WrittenSignatureRequest
  /** Absent: something was changed since, so the saved draft is not what the reader sees. */
  readonly onSend: (() => Promise<void>) | null
}

/** What the sender should look at before signers get the document. */
export function FieldWarnings({ request, onSend }: FieldWarningsProps) {
  const t = texts()
  const { org } = usePlace()
  return (
    <Notice kind="warning" isUrgent>
      <p>{t.covered}</p>
      <ul>
        {request.warnings.map(({ fieldId, page }) => (
          <li key={fieldId}>{t.onPage(fieldName(request, fieldId), page)}</li>
        ))}
      </ul>
      <p>{t.move}</p>
      {onSend && (
        <div class="actions">
          <Action label={t.sendAnyway} onAction={onSend} />
          <a class="button" href={screenHref(org, 'signature-requests', request.id)}>
            {t.open}
          </a>
        </div>
      )}
    </Notice>
  )
}

function fieldName({ signers }: WrittenSignatureRequest, fieldId: string): string {
  const t = fieldTexts()
  const found = signers.flatMap((signer) => {
    const field = signer.fields.find(({ id }) => id === fieldId)
    return field ? [t.of(kindName(field.type), personName(signer))] : []
  })
  return found[0] ?? ''
}

/** The console places some kinds of fields only, and has words for these. */
function kindName(type: string): string {
  const known: Readonly<Record<string, unknown>> = fieldTexts()
  return typeof known[type] === 'string' ? known[type] : type
}
