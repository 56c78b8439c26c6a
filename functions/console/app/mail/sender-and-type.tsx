import { useState } from 'preact/hooks'
import { SelectField } from '../../../../shared/pages/components/form-field.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import type { RegisteredMail, RegisteredMailOptions, SenderAccount } from '../api-types.ts'
import { textsOf } from '../language.ts'
import { mailVendorName } from '../node-settings/vendor-names.ts'
import { mailTypeNames } from './mail-type-names.ts'

const texts = textsOf({
  en: {
    sender: 'Sender',
    type: 'Type',
    simpleHint: 'Simple mail is not qualified in the sense of eIDAS: it is no “lettre recommandée électronique” (LRE).',
    changed: (vendor: string, wanted: string, type: string) =>
      `${vendor} cannot send mail of the type “${wanted}”. The type is now “${type}”.`,
    noType: 'This entity allows no type of mail that this sender can send. Choose another sender.',
    otpMissing: 'This sender cannot send qualified mail until its OTP secret is stored, under “Senders” of a new mail.',
  },
  fr: {
    sender: 'Expéditeur',
    type: 'Type',
    simpleHint:
      'Un envoi simple n’est pas qualifié au sens d’eIDAS : ce n’est pas une lettre recommandée électronique (LRE).',
    changed: (vendor: string, wanted: string, type: string) =>
      `${vendor} ne peut pas envoyer de courrier du type « ${wanted} ». Le type est maintenant « ${type} ».`,
    noType: 'Cette entité n’autorise aucun type que cet expéditeur peut envoyer. Choisissez un autre expéditeur.',
    otpMissing:
      'Cet expéditeur ne peut envoyer aucun courrier qualifié tant que son secret OTP n’est pas enregistré, sous « Expéditeurs » d’un nouvel envoi.',
  },
})

interface SenderAndTypeProps {
  readonly mail: RegisteredMail | null
  readonly options: RegisteredMailOptions
  readonly accounts: readonly SenderAccount[]
}

/** Who sends a mail, and of which type it is. The vendor of the sender decides what can be chosen. */
export function SenderAndType({ mail, options, accounts }: SenderAndTypeProps) {
  const t = texts()
  const [senderId, setSenderId] = useState(mail?.senderAccountId ?? '')
  const [wanted, setWanted] = useState(mail?.type ?? options.defaultType)
  const sender = accounts.find(({ id }) => id === senderId) ?? accounts[0]
  const types = options.allowedTypes.filter((type) => sender?.types.includes(type) ?? true)
  const type = types.includes(wanted) ? wanted : types[0]
  const names = mailTypeNames()
  const requiresOtp = options.vendors.some(({ key, requiresOtp }) => key === sender?.vendor && requiresOtp)
  return (
    <>
      <SelectField
        label={t.sender}
        name="senderAccountId"
        value={sender?.id ?? ''}
        onChange={(event) => setSenderId(event.currentTarget.value)}
        options={accounts.map(({ id, label, email, vendor }) => ({
          value: id,
          label: `${label} (${email}), ${mailVendorName(vendor)}`,
        }))}
      />
      <SelectField
        key={types.join()}
        label={t.type}
        hint={types.includes('simple') ? t.simpleHint : undefined}
        name="type"
        value={type ?? ''}
        onChange={(event) => setWanted(types.find((each) => each === event.currentTarget.value) ?? wanted)}
        options={types.map((value) => ({ value, label: names[value] }))}
        error={type === undefined ? t.noType : null}
      />
      {sender && type !== undefined && type !== wanted && (
        <Notice kind="warning" isUrgent>
          <p>{t.changed(mailVendorName(sender.vendor), names[wanted], names[type])}</p>
        </Notice>
      )}
      {type === 'qualified' && requiresOtp && !sender?.hasOtpSecret && (
        <Notice kind="warning">
          <p>{t.otpMissing}</p>
        </Notice>
      )}
    </>
  )
}
