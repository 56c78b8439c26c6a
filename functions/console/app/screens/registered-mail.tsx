import { Card } from '../../../../shared/pages/components/card.tsx'
import { Disclosure } from '../../../../shared/pages/components/disclosure.tsx'
import { Table } from '../../../../shared/pages/components/table.tsx'
import { call } from '../api.ts'
import type { RegisteredMail, RegisteredMailItem } from '../api-types.ts'
import { atHome, screenHref, usePlace } from '../context.ts'
import { textsOf, timeOf } from '../language.ts'
import { Attachments } from '../mail/attachments.tsx'
import { DraftMail, Letter } from '../mail/draft.tsx'
import { failureText } from '../mail/failure-text.ts'
import { ItemCard } from '../mail/item-card.tsx'
import { mailTypeNames } from '../mail/mail-type-names.ts'
import { proofsFileName } from '../mail/proof-file-name.ts'
import { recipientName } from '../mail/recipient-name.ts'
import { mailVendorName } from '../node-settings/vendor-names.ts'
import { Action } from '../parts/action.tsx'
import { Loaded, useLoad, useRepeat } from '../parts/load.tsx'
import { Pairs, Screen } from '../parts/screen.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { saveFile } from '../request/save-file.ts'
import type { ScreenInput } from '../screens.ts'
import { TaskLink } from '../tasks/task-link.tsx'

const texts = textsOf({
  en: {
    above: 'Registered mails',
    title: 'Registered mail',
    state: 'State',
    type: 'Type',
    vendor: 'Sent by',
    sender: 'Sender',
    followers: 'Who else gets the proofs',
    sent: 'Sent',
    reference: 'Reference',
    clientReference: 'Reference of the program that sent it',
    id: 'Id',
    letter: 'Letter and attachments',
    recipients: 'Recipients',
    name: 'Recipient',
    deadline: 'Accepts until',
    all: 'Download all proofs (ZIP)',
    retry: 'Send again',
    simulate: { delivered: 'Simulate: accepts', refused: 'Simulate: refuses' },
    actions: 'Actions',
  },
  fr: {
    above: 'Envois recommandés',
    title: 'Envoi recommandé',
    state: 'État',
    type: 'Type',
    vendor: 'Envoyé par',
    sender: 'Expéditeur',
    followers: 'Qui d’autre reçoit les preuves',
    sent: 'Envoyé',
    reference: 'Référence',
    clientReference: 'Référence du programme expéditeur',
    id: 'Identifiant',
    letter: 'Lettre et pièces jointes',
    recipients: 'Destinataires',
    name: 'Destinataire',
    deadline: 'À accepter avant le',
    all: 'Télécharger toutes les preuves (ZIP)',
    retry: 'Renvoyer',
    simulate: { delivered: 'Simuler : accepte', refused: 'Simuler : refuse' },
    actions: 'Actions',
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
                <ItemCard key={item.id} mail={found} item={item} />
              ))}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function Overview({ mail }: { mail: RegisteredMail }) {
  const t = texts()
  const vendor = useVendor(mail)
  const { senderAccount: sender } = mail
  const followers = mail.followers.map(({ email }) => email).join(', ')
  const hasProofs = mail.items.some(({ proofs }) => Object.values(proofs ?? {}).some((proof) => proof?.available))
  return (
    <Card>
      <Pairs
        of={[
          [t.state, <StateBadge key="state" state={mail.status} />],
          [t.type, mailTypeNames()[mail.type]],
          [t.vendor, vendor === null ? '' : mailVendorName(vendor)],
          [t.sender, sender ? `${sender.label} (${sender.email})` : ''],
          [t.sent, mail.sentAt ? timeOf(mail.sentAt) : ''],
          ...(mail.followers.length > 0 ? [[t.followers, followers] as const] : []),
          [t.reference, mail.reference ?? ''],
          ...(mail.clientReference ? [[t.clientReference, mail.clientReference] as const] : []),
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
              saveFile(await call('GET /v1/registered-mails/{mailId}/proofs.zip', { path }), proofsFileName(mail))
            }}
          />
        )}
        <TaskLink type="registered_mail" of={mail} />
      </div>
    </Card>
  )
}

/** The vendor of a mail. A draft has the one of its sender. */
function useVendor({ vendor, senderAccountId }: RegisteredMail): string | null {
  const account = useLoad(async () => {
    if (vendor !== null || senderAccountId === null) return null
    return await call('GET /v1/registered-mails/sender-accounts/{senderAccountId}', { path: { senderAccountId } })
  }, [vendor, senderAccountId])
  return vendor ?? account.value?.vendor ?? null
}

/** What was sent, closed until somebody asks. */
function SentLetter({ mail }: { mail: RegisteredMail }) {
  if (!mail.contentHtml && mail.attachments.length === 0) return null
  return (
    <Disclosure summary={texts().letter}>
      <Letter html={mail.contentHtml ?? ''} />
      <Attachments mail={mail} />
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
