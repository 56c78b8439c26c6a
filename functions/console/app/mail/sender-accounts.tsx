import { TextField } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import type { RegisteredMailOptions, SenderAccount } from '../api-types.ts'
import { entitiesWith, isTest, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { mailVendorName } from '../node-settings/vendor-names.ts'
import { Action, ConfirmedAction, FormAction } from '../parts/action.tsx'
import { textIn } from '../parts/form.tsx'
import { Pairs } from '../parts/screen.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { NewSender } from './new-sender.tsx'

const texts = textsOf({
  en: {
    title: 'Senders',
    none: 'A mail needs a verified sender. Add one first.',
    ask: 'A mail needs a verified sender. Ask an administrator of the organization to add one.',
    add: 'Add a sender',
    vendor: 'Sent by',
    email: 'E-mail address',
    unlinked: 'Its owner does not let you use the account.',
    otp: 'OTP secret',
    otpStored: 'Stored',
    otpMissing: 'Missing: qualified mail cannot be sent.',
    storeOtp: 'Store the OTP secret',
    replaceOtp: 'Replace the OTP secret',
    otpField: 'OTP secret (base32)',
    otpHint: (vendor: string) =>
      `${vendor} shows it where you set up one-time passwords for the account. It is stored encrypted, and nobody can read it again.`,
    refresh: 'Ask again whether it is verified',
    verify: 'Verify it, as this is a test',
    remove: 'Delete the sender',
    removeTitle: (name: string) => `Delete the sender “${name}”?`,
    removeText: 'New mail cannot be sent from it. Mail that was sent stays as it is.',
  },
  fr: {
    title: 'Expéditeurs',
    none: 'Un envoi a besoin d’un expéditeur vérifié. Ajoutez-en un d’abord.',
    ask: 'Un envoi a besoin d’un expéditeur vérifié. Demandez à un administrateur de l’organisation d’en ajouter un.',
    add: 'Ajouter un expéditeur',
    vendor: 'Envoyé par',
    email: 'Adresse e-mail',
    unlinked: 'Son titulaire ne vous permet pas d’utiliser le compte.',
    otp: 'Secret OTP',
    otpStored: 'Enregistré',
    otpMissing: 'Manquant : aucun envoi qualifié n’est possible.',
    storeOtp: 'Enregistrer le secret OTP',
    replaceOtp: 'Remplacer le secret OTP',
    otpField: 'Secret OTP (base32)',
    otpHint: (vendor: string) =>
      `${vendor} l’affiche là où vous configurez les mots de passe à usage unique du compte. Il est stocké chiffré et personne ne peut le relire.`,
    refresh: 'Redemander s’il est vérifié',
    verify: 'Le vérifier, puisque c’est un test',
    remove: 'Supprimer l’expéditeur',
    removeTitle: (name: string) => `Supprimer l’expéditeur « ${name} » ?`,
    removeText: 'Plus aucun envoi ne peut en partir. Les courriers envoyés restent tels quels.',
  },
})

/** Whether mail can be sent from an account. */
export function isUsable({ status, linked }: SenderAccount): boolean {
  return status === 'verified' && linked
}

interface SenderAccountsProps {
  readonly entityId: string
  readonly options: RegisteredMailOptions
  readonly accounts: readonly SenderAccount[]
  readonly onChange: () => Promise<void>
}

/** The senders of an entity, and a form for another one. Closed once a mail can be sent, as most readers need it no more. */
export function SenderAccounts({ entityId, options, accounts, onChange }: SenderAccountsProps) {
  const t = texts()
  const mayManage = entitiesWith(usePlace(), 'registered_mail.manage').some((entity) => entity.entityId === entityId)
  const areUsable = accounts.some(isUsable)
  if (!mayManage && accounts.length > 0 && accounts.every(isUsable)) return null
  return (
    <details open={!areUsable}>
      <summary>{t.title}</summary>
      {accounts.length === 0 && <p>{mayManage ? t.none : t.ask}</p>}
      {accounts.map((account) => (
        <Sender key={account.id} account={account} options={options} mayManage={mayManage} onChange={onChange} />
      ))}
      {mayManage && (
        <details key={accounts.length} open={accounts.length === 0}>
          <summary>{t.add}</summary>
          <NewSender entityId={entityId} options={options} onChange={onChange} />
        </details>
      )}
    </details>
  )
}

interface SenderProps extends Pick<SenderAccountsProps, 'options' | 'onChange'> {
  readonly account: SenderAccount
  readonly mayManage: boolean
}

function Sender({ account, options, mayManage, onChange }: SenderProps) {
  const t = texts()
  const { org } = usePlace()
  const { id, label, email, vendor, status, linked, hasOtpSecret } = account
  const path = { senderAccountId: id }
  const needsOtp = options.vendors.some(({ key, requiresOtp }) => key === vendor && requiresOtp)
  const act = (carryOut: () => Promise<unknown>) => async () => {
    await carryOut()
    await onChange()
  }
  return (
    <section class="card">
      <Pairs
        of={[
          [label, <StateBadge key="state" state={status} />],
          [t.vendor, mailVendorName(vendor)],
          [t.email, email],
          ...(needsOtp ? [[t.otp, hasOtpSecret ? t.otpStored : t.otpMissing] as const] : []),
        ]}
      />
      {!linked && <p>{t.unlinked}</p>}
      <div class="actions">
        {!isUsable(account) && (
          <Action
            label={t.refresh}
            of={label}
            onAction={act(() => call('POST /v1/registered-mails/sender-accounts/{senderAccountId}/refresh', { path }))}
          />
        )}
        {!isUsable(account) && isTest(org) && mayManage && (
          <Action
            label={t.verify}
            of={label}
            onAction={act(() => call('POST /v1/test/sender-accounts/{senderAccountId}/verify', { path }))}
          />
        )}
        {needsOtp && mayManage && <StoreOtp account={account} onChange={onChange} />}
        {mayManage && (
          <ConfirmedAction
            label={t.remove}
            of={label}
            title={t.removeTitle(label)}
            explanation={t.removeText}
            onAction={act(() => call('DELETE /v1/registered-mails/sender-accounts/{senderAccountId}', { path }))}
          />
        )}
      </div>
    </section>
  )
}

function StoreOtp({ account, onChange }: Pick<SenderProps, 'account' | 'onChange'>) {
  const t = texts()
  const label = account.hasOtpSecret ? t.replaceOtp : t.storeOtp
  return (
    <FormAction
      label={label}
      of={account.label}
      title={label}
      submit={label}
      onSubmit={async (data) => {
        const path = { senderAccountId: account.id }
        const body = { secret: textIn(data, 'secret') }
        await call('PUT /v1/registered-mails/sender-accounts/{senderAccountId}/otp-secret', { path, body })
        await onChange()
      }}
    >
      <p>{t.otpHint(mailVendorName(account.vendor))}</p>
      <TextField label={t.otpField} name="secret" type="password" autocomplete="off" maxLength={200} required />
    </FormAction>
  )
}
