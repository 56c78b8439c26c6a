import { Card } from '../../../../shared/pages/components/card.tsx'
import { Table } from '../../../../shared/pages/components/table.tsx'
import { call } from '../api.ts'
import type { RegisteredMail, RegisteredMailItem } from '../api-types.ts'
import { screenHref, usePlace } from '../context.ts'
import { textsOf, timeOf } from '../language.ts'
import { Action, ConfirmedAction } from '../parts/action.tsx'
import { Loaded, useLoad, useRepeat } from '../parts/load.tsx'
import { Pairs, Screen } from '../parts/screen.tsx'
import { StateBadge, stateName } from '../parts/state-badge.tsx'
import { saveFile } from '../request/save-file.ts'
import type { ScreenInput } from '../screens.ts'

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
    recipients: 'Recipients',
    name: 'Recipient',
    deadline: 'Accepts until',
    timeline: 'Timeline',
    proofs: 'Proofs',
    download: 'Download',
    all: 'Download all proofs (ZIP)',
    retry: 'Send again',
    actions: 'Actions',
    letter: 'Letter',
    attachments: 'Attachments',
    send: 'Send the mail',
    sendTitle: 'Send this registered mail?',
    sendText: 'It goes to every recipient, and cannot be taken back.',
    drop: 'Cancel the draft',
    dropTitle: 'Cancel this draft?',
    dropText: 'It stays in the list and cannot be sent any more.',
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
    recipients: 'Destinataires',
    name: 'Destinataire',
    deadline: 'À accepter avant le',
    timeline: 'Chronologie',
    proofs: 'Preuves',
    download: 'Télécharger',
    all: 'Télécharger toutes les preuves (ZIP)',
    retry: 'Renvoyer',
    actions: 'Actions',
    letter: 'Lettre',
    attachments: 'Pièces jointes',
    send: 'Envoyer',
    sendTitle: 'Envoyer cet envoi recommandé ?',
    sendText: 'Il part à tous les destinataires et ne peut pas être repris.',
    drop: 'Annuler le brouillon',
    dropTitle: 'Annuler ce brouillon ?',
    dropText: 'Il reste dans la liste et ne peut plus être envoyé.',
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
  const { org } = usePlace()
  const path = { mailId }
  const mail = useLoad(() => call('GET /v1/registered-mails/{mailId}', { path }), [mailId])
  const isMoving = mail.value?.status === 'sending' || mail.value?.status === 'in_progress'
  useRepeat(isMoving, mail.reload, 4000)
  const above = { label: t.above, href: screenHref(org, 'registered-mails') }
  return (
    <Screen title={mail.value?.subject ?? t.title} above={above}>
      <Loaded of={mail}>
        {(found) => (
          <>
            <Overview mail={found} />
            {found.status === 'draft' && <Draft mail={found} onChange={mail.reload} />}
            <Recipients mail={found} onChange={mail.reload} />
            {found.items.map((item) => (
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
      {hasProofs && (
        <div class="actions">
          <Action
            label={t.all}
            icon="download"
            onAction={async () => {
              const path = { mailId: mail.id }
              saveFile(await call('GET /v1/registered-mails/{mailId}/proofs.zip', { path }), 'proofs.zip')
            }}
          />
        </div>
      )}
    </Card>
  )
}

/** What is still to be sent: read once more, then sent or given up. */
function Draft({ mail, onChange }: { mail: RegisteredMail; onChange: () => Promise<void> }) {
  const t = texts()
  const path = { mailId: mail.id }
  return (
    <Card title={t.letter}>
      <Letter html={mail.contentHtml ?? ''} />
      {mail.attachments.length > 0 && (
        <>
          <h3>{t.attachments}</h3>
          <ul>
            {mail.attachments.map(({ id, fileName }) => (
              <li key={id}>{fileName}</li>
            ))}
          </ul>
        </>
      )}
      <div class="actions">
        <ConfirmedAction
          label={t.send}
          kind="primary"
          title={t.sendTitle}
          explanation={t.sendText}
          isDangerous={false}
          onAction={async () => {
            // Sending the same mail again under this key changes nothing.
            const body = { idempotencyKey: mail.id }
            await call('POST /v1/registered-mails/{mailId}/send', { path, body })
            await onChange()
          }}
        />
        <ConfirmedAction
          label={t.drop}
          title={t.dropTitle}
          explanation={t.dropText}
          onAction={async () => {
            await call('POST /v1/registered-mails/{mailId}/cancel', { path })
            await onChange()
          }}
        />
      </div>
    </Card>
  )
}

/** The text of a letter. Its markup is read, not shown: nothing of it can act here. */
function Letter({ html }: { html: string }) {
  const document_ = new DOMParser().parseFromString(
    html.replaceAll(/<br\s*\/?>|<\/(p|li|h\d|tr)>/g, '\n$&'),
    'text/html',
  )
  return <p class="letter">{document_.body.textContent?.trim() || '—'}</p>
}

const nameOf = ({ firstName, lastName, company }: RegisteredMailItem) =>
  [firstName, lastName].filter(Boolean).join(' ') || company || '—'

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
                {nameOf(item)}
                <div class="quiet">{item.email}</div>
              </>
            ),
          },
          {
            title: t.state,
            cell: ({ status, failureReason }) => (
              <>
                <StateBadge state={status} />
                {failureReason && <div class="error">{failureReason.message}</div>}
              </>
            ),
          },
          {
            title: t.deadline,
            cell: ({ acceptanceDeadline }) => (acceptanceDeadline ? timeOf(acceptanceDeadline) : '—'),
          },
          {
            title: t.actions,
            cell: ({ id, retryable }) =>
              retryable && (
                <Action
                  label={t.retry}
                  onAction={async () => {
                    const path = { mailId: mail.id, itemId: id }
                    await call('POST /v1/registered-mails/{mailId}/items/{itemId}/retry', { path })
                    await onChange()
                  }}
                />
              ),
          },
        ]}
      />
    </section>
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
    <Card title={nameOf(item)}>
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
            <Action key={kind} label={t.kinds[kind]} icon="download" onAction={download(kind)} />
          ))}
        </div>
      )}
    </Card>
  )
}
