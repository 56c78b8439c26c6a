import { Card } from '../../../../shared/pages/components/card.tsx'
import { call } from '../api.ts'
import type { RegisteredMail, RegisteredMailItem } from '../api-types.ts'
import { textsOf, timeOf } from '../language.ts'
import { Action } from '../parts/action.tsx'
import { stateName } from '../parts/state-badge.tsx'
import { saveFile } from '../request/save-file.ts'
import { proofFileName } from './proof-file-name.ts'
import { recipientName } from './recipient-name.ts'

const texts = textsOf({
  en: {
    reason: (text: string) => `Reason given: “${text}”`,
    kinds: {
      deposit: 'Proof of deposit',
      content: 'Proof of content',
      delivery: 'Proof of delivery',
      refusal: 'Proof of refusal',
      negligence: 'Proof that it was not claimed',
      bounce: 'Proof that it could not be delivered',
    },
  },
  fr: {
    reason: (text: string) => `Motif indiqué : « ${text} »`,
    kinds: {
      deposit: 'Preuve de dépôt',
      content: 'Preuve de contenu',
      delivery: 'Preuve de réception',
      refusal: 'Preuve de refus',
      negligence: 'Preuve de non-réclamation',
      bounce: 'Preuve de non-remise',
    },
  },
})

const kinds = ['deposit', 'content', 'delivery', 'refusal', 'negligence', 'bounce'] as const

interface ItemCardProps {
  readonly mail: RegisteredMail
  readonly item: RegisteredMailItem
}

/** What happened to the mail of one recipient, and the proofs of it. */
export function ItemCard({ mail, item }: ItemCardProps) {
  const t = texts()
  const available = kinds.filter((kind) => item.proofs?.[kind]?.available)
  const download = (kind: (typeof kinds)[number]) => async () => {
    const path = { mailId: mail.id, itemId: item.id, kind }
    const proof = await call('GET /v1/registered-mails/{mailId}/items/{itemId}/proofs/{kind}', { path })
    saveFile(proof, proofFileName(mail, item, kind))
  }
  return (
    <Card title={recipientName(item)}>
      <ol class="timeline">
        {item.timeline.map(({ status, at, detail }) => (
          <li key={`${status} ${at}`}>
            <strong>{stateName(status)}</strong>
            <div class="quiet">{timeOf(at)}</div>
            {typeof detail?.reason === 'string' && <div>{t.reason(detail.reason)}</div>}
          </li>
        ))}
      </ol>
      {available.length > 0 && (
        <div class="actions">
          {available.map((kind) => (
            <Action
              key={kind}
              label={t.kinds[kind]}
              of={recipientName(item)}
              icon="download"
              onAction={download(kind)}
            />
          ))}
        </div>
      )}
    </Card>
  )
}
