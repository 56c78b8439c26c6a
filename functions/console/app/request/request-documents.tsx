import { Card } from '../../../../shared/pages/components/card.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { call } from '../api.ts'
import type { SignatureRequest } from '../api-types.ts'
import { numberOf, textsOf } from '../language.ts'
import { Action } from '../parts/action.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { saveFile } from './save-file.ts'

const texts = textsOf({
  en: {
    title: 'Documents',
    pages: (count: string, size: string) => `Pages: ${count}, ${size} KB`,
    original: 'Download the document',
    signed: 'Download the signed document',
    evidence: 'Download the evidence',
    pending: 'Everybody has signed. The document is being sealed.',
    failed: 'The document could not be sealed.',
    reseal: 'Seal it again',
  },
  fr: {
    title: 'Documents',
    pages: (count: string, size: string) => `Pages : ${count}, ${size} Ko`,
    original: 'Télécharger le document',
    signed: 'Télécharger le document signé',
    evidence: 'Télécharger le dossier de preuve',
    pending: 'Tout le monde a signé. Le document est en cours de scellement.',
    failed: 'Le document n’a pas pu être scellé.',
    reseal: 'Sceller à nouveau',
  },
})

interface DocumentsProps {
  readonly request: SignatureRequest
  readonly onChange: () => Promise<void>
}

export function RequestDocuments({ request, onChange }: DocumentsProps) {
  const t = texts()
  const { document } = request
  if (!document) return null
  const download = (variant: 'original' | 'signed' | 'evidence') => async () => {
    const path = { id: request.id }
    const file = await call('GET /v1/signature-requests/{id}/document', { path, query: { variant } })
    const name = document.fileName.replace(/\.pdf$/i, '')
    saveFile(file, variant === 'original' ? document.fileName : `${name}-${variant}.pdf`)
  }
  const size = numberOf(Math.ceil(document.size / 1024))
  return (
    <Card title={t.title}>
      <p>
        <strong>{document.fileName}</strong> <span class="quiet">{t.pages(numberOf(document.pageCount), size)}</span>{' '}
        {document.sealStatus !== 'none' && <StateBadge state={document.sealStatus} />}
      </p>
      {document.sealStatus === 'pending' && <p>{t.pending}</p>}
      {document.sealStatus === 'failed' && (
        <Notice kind="failure">
          <p>{t.failed}</p>
          <Action
            label={t.reseal}
            onAction={async () => {
              await call('POST /v1/signature-requests/{id}/reseal', { path: { id: request.id } })
              await onChange()
            }}
          />
        </Notice>
      )}
      <div class="actions">
        {document.signed && <Action label={t.signed} kind="primary" icon="download" onAction={download('signed')} />}
        {document.evidence && <Action label={t.evidence} icon="download" onAction={download('evidence')} />}
        <Action label={t.original} icon="download" onAction={download('original')} />
      </div>
    </Card>
  )
}
