import { Card } from '../../../../shared/pages/components/card.tsx'
import { Disclosure } from '../../../../shared/pages/components/disclosure.tsx'
import { Table } from '../../../../shared/pages/components/table.tsx'
import { call } from '../api.ts'
import type { RegisteredMail, RegisteredMailItem } from '../api-types.ts'
import { atHome, screenHref, usePlace } from '../context.ts'
import { textsOf, timeOf } from '../language.ts'
import { DraftMail, Letter } from '../mail/draft.tsx'
import { failureText } from '../mail/failure-text.ts'
import { recipientName } from '../mail/recipient-name.ts'
import { Action } from '../parts/action.tsx'
import { Loaded, useLoad, useRepeat } from '../parts/load.tsx'
import { Pairs, Screen } from '../parts/screen.tsx'
import { StateBadge, stateName } from '../parts/state-badge.tsx'
import { saveFile } from '../request/save-file.ts'
import type { ScreenInput } from '../screens.ts'
import { TaskLink } from '../tasks/task-link.tsx'

const texts = textsOf({
  en: {
    above: 'Registered mails',
    title: 'Registered mail',
    state: 'State',
    type: 'Type',
    types: { simple: 'Simple', qualified: 'Qualified (eIDAS)' },
    sender: 'Sender',
    sent: 'Sent',
    reference: 'Reference',
    id: 'Id',
    letter: 'Letter and attachments',
    attachments: 'Attachments',
    recipients: 'Recipients',
    name: 'Recipient',
    deadline: 'Accepts until',
    timeline: 'Timeline',
    proofs: 'Proofs',
    download: 'Download',
    all: 'Download all proofs (ZIP)',
    retry: 'Send again',
    simulate: { delivered: 'Simulate: accepts', refused: 'Simulate: refuses' },
    actions: 'Actions',
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
    above: 'Envois recommandés',
    title: 'Envoi recommandé',
    state: 'État',
    type: 'Type',
    types: { simple: 'Simple', qualified: 'Qualifié (eIDAS)' },
    sender: 'Expéditeur',
    sent: 'Envoyé',
    reference: 'Référence',
    id: 'Identifiant',
    letter: 'Lettre et pièces jointes',
    attachments: 'Pièces jointes',
    recipients: 'Destinataires',
    name: 'Destinataire',
    deadline: 'À accepter avant le',
    timeline: 'Chronologie',
    proofs: 'Preuves',
    download: 'Télécharger',
    all: 'Télécharger toutes les preuves (ZIP)',
    retry: 'Renvoyer',
    simulate: { delivered: 'Simuler : accepte', refused: 'Simuler : refuse' },
    actions: 'Actions',
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

export default function RegisteredMailScreen({ ids: { mailId = '' } }: ScreenInput) {
  const t = texts()
  const place = usePlace()
  const { org } = place
  const path = { mailId }
  const mail = useLoad(async () => atHome(place, await call('GET /v1/registered-mails/{mailId}', { path })), [mailId])
  const isMoving = mail.value?.status === 'sending' || mail.value?.status === 'in_progress'
  useRepeat(isMoving, mail.reload, 4000)
  const above = { label: t.above, href: screenHref(org, 'registered-mails') }
  return (
    <Screen title={mail.value?.subject ?? t.title} above={above}>
      <Loaded of={mail}>
        {(found) => (
          <>
            <Overview mail={found} />
            {found.status === 'draft' ? <DraftMail mail={found} onChange={mail.reload} /> : <SentLetter mail={found} />}
            <Recipients mail={found} onChange={mail.reload} />
            {found.items
              .filter(({ timeline }) => timeline.length > 0)
              .map((item) => (
                <Item key={item.id} mail={found} item={item} />
              ))}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function Overview({ mail }: { mail: RegisteredMail }) {
  const t = texts()
  const hasProofs = mail.items.some(({ proofs }) => Object.values(proofs ?? {}).some((proof) => proof?.available))
  return (
    <Card>
      <Pairs
        of={[
          [t.state, <StateBadge key="state" state={mail.status} />],
          [t.type, t.types[mail.type]],
          [t.sender, mail.senderAccount?.label ?? ''],
          [t.sent, mail.sentAt ? timeOf(mail.sentAt) : ''],
          [t.reference, mail.reference ?? mail.clientReference ?? ''],
          [t.id, <code key="id">{mail.id}</code>],
        ]}
      />
      <div class="actions">
        {hasProofs && (
          <Action
            label={t.all}
            icon="download"
            onAction={async () => {
              const path = { mailId: mail.id }
              saveFile(await call('GET /v1/registered-mails/{mailId}/proofs.zip', { path }), 'proofs.zip')
            }}
          />
        )}
        <TaskLink type="registered_mail" of={mail} />
      </div>
    </Card>
  )
}

/** What was sent, closed until somebody asks. */
function SentLetter({ mail: { contentHtml, attachments } }: { mail: RegisteredMail }) {
  const t = texts()
  if (!contentHtml && attachments.length === 0) return null
  return (
    <Disclosure summary={t.letter}>
      <Letter html={contentHtml ?? ''} />
      {attachments.length > 0 && (
        <ul aria-label={t.attachments}>
          {attachments.map(({ id, fileName }) => (
            <li key={id}>{fileName}</li>
          ))}
        </ul>
      )}
    </Disclosure>
  )
}

function Recipients({ mail, onChange }: { mail: RegisteredMail; onChange: () => Promise<void> }) {
  const t = texts()
  return (
    <section>
      <h2>{t.recipients}</h2>
      <Table
        caption={t.recipients}
        rows={mail.items}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.name,
            cell: (item) => (
              <>
                {recipientName(item)}
                <div class="quiet">{item.email}</div>
              </>
            ),
          },
          {
            title: t.state,
            cell: ({ status, failureReason }) => (
              <>
                <StateBadge state={status} />
                {failureReason && <div class="error">{failureText(failureReason)}</div>}
              </>
            ),
          },
          {
            title: t.deadline,
            cell: ({ acceptanceDeadline }) => (acceptanceDeadline ? timeOf(acceptanceDeadline) : '—'),
          },
          {
            title: t.actions,
            cell: (item) => <ItemActions mail={mail} item={item} onChange={onChange} />,
          },
        ]}
      />
    </section>
  )
}

interface ItemActionsProps {
  readonly mail: RegisteredMail
  readonly item: RegisteredMailItem
  readonly onChange: () => Promise<void>
}

function ItemActions({ mail, item, onChange }: ItemActionsProps) {
  const t = texts()
  const path = { mailId: mail.id, itemId: item.id }
  const act = (carryOut: () => Promise<unknown>) => async () => {
    await carryOut()
    await onChange()
  }
  return (
    <div class="row-actions">
      {item.retryable && (
        <Action
          label={t.retry}
          of={recipientName(item)}
          onAction={act(() => call('POST /v1/registered-mails/{mailId}/items/{itemId}/retry', { path }))}
        />
      )}
      {mail.vendor === 'simulated' &&
        item.status === 'deposited' &&
        (['delivered', 'refused'] as const).map((to) => (
          <Action
            key={to}
            label={t.simulate[to]}
            of={recipientName(item)}
            kind="subtle"
            onAction={act(() =>
              call('POST /v1/test/registered-mails/{mailId}/items/{itemId}/progress', { path, body: { to } }),
            )}
          />
        ))}
    </div>
  )
}

const kinds = ['deposit', 'content', 'delivery', 'refusal', 'negligence', 'bounce'] as const

function Item({ mail, item }: { mail: RegisteredMail; item: RegisteredMailItem }) {
  const t = texts()
  const available = kinds.filter((kind) => item.proofs?.[kind]?.available)
  const download = (kind: (typeof kinds)[number]) => async () => {
    const path = { mailId: mail.id, itemId: item.id, kind }
    saveFile(await call('GET /v1/registered-mails/{mailId}/items/{itemId}/proofs/{kind}', { path }), `${kind}.pdf`)
  }
  return (
    <Card title={recipientName(item)}>
      <ol class="timeline">
        {item.timeline.map(({ status, at }) => (
          <li key={`${status} ${at}`}>
            <strong>{stateName(status)}</strong>
            <div class="quiet">{timeOf(at)}</div>
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
