import { Button } from '../../../../shared/pages/components/button.tsx'
import { Card } from '../../../../shared/pages/components/card.tsx'
import { focusReturn } from '../../../../shared/pages/components/focus-return.ts'
import { SelectField, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { languageNames, readerLocaleOf, readerLocales } from '../../../../shared/platform/locale.ts'
import { isTest, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import type { DraftSigner } from './draft-request.ts'
import type { SignerMethod } from './usable-methods.ts'

const texts = textsOf({
  en: {
    signer: (number: number) => `Signer ${number}`,
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail address',
    testHint:
      'In a test organization, jane+sign@example.com signs by itself, and +decline declines. For other addresses, simulate it once the request is sent.',
    phone: 'Mobile number',
    language: 'Language of the e-mails and pages',
    method: 'Proof of identity',
    methods: {
      none: 'None',
      email_otp: 'Code by e-mail',
      sms_otp: 'Code by SMS',
      vendor_identity: 'Identity check of the vendor',
    },
    remove: 'Remove',
    up: 'Move up',
    down: 'Move down',
    twice: 'Another signer has this address. Each signer needs one of their own.',
  },
  fr: {
    signer: (number: number) => `Signataire ${number}`,
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'Adresse e-mail',
    testHint:
      'Dans une organisation de test, jane+sign@example.com signe de lui-même, et +decline refuse. Pour les autres adresses, simulez-le une fois la demande envoyée.',
    phone: 'Numéro de mobile',
    language: 'Langue des e-mails et des pages',
    method: 'Preuve d’identité',
    methods: {
      none: 'Aucune',
      email_otp: 'Code par e-mail',
      sms_otp: 'Code par SMS',
      vendor_identity: 'Contrôle d’identité du prestataire',
    },
    remove: 'Retirer',
    up: 'Monter',
    down: 'Descendre',
    twice: 'Un autre signataire a cette adresse. Chaque signataire doit avoir la sienne.',
  },
})

interface SignerCardProps {
  readonly number: number
  readonly signer: DraftSigner
  /** The usable ways to prove who the signer is. */
  readonly methods: readonly SignerMethod[]
  readonly onChange: (part: Partial<DraftSigner>) => void
  /** Whether a signer above has the same e-mail address. */
  readonly isTwice: boolean
  /** Null: there is one signer only. */
  readonly several: Several | null
}

interface Several {
  readonly count: number
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

/** A signer while the request is written. */
export function SignerCard({ number, signer, methods, isTwice, several, onChange }: SignerCardProps) {
  const t = texts()
  const { org } = usePlace()
  return (
    <Card title={t.signer(number)}>
      <div class="two">
        <TextField
          label={t.firstName}
          value={signer.firstName}
          onInput={(event) => onChange({ firstName: event.currentTarget.value })}
          required
        />
        <TextField
          label={t.lastName}
          value={signer.lastName}
          onInput={(event) => onChange({ lastName: event.currentTarget.value })}
          required
        />
      </div>
      <TextField
        label={t.email}
        type="email"
        hint={isTest(org) ? t.testHint : undefined}
        value={signer.email}
        error={isTwice ? t.twice : null}
        onInput={(event) => onChange({ email: event.currentTarget.value })}
        required
      />
      <SelectField
        label={t.language}
        value={signer.locale}
        onChange={(event) => onChange({ locale: readerLocaleOf(event.currentTarget.value) })}
        options={readerLocales.map((value) => ({ value, label: languageNames[value] }))}
      />
      <SelectField
        label={t.method}
        value={signer.authMethod}
        onChange={(event) =>
          onChange({ authMethod: methods.find((each) => each === event.currentTarget.value) ?? 'email_otp' })
        }
        options={methods.map((value) => ({ value, label: t.methods[value] }))}
      />
      {signer.authMethod === 'sms_otp' && (
        <TextField
          label={t.phone}
          type="tel"
          value={signer.phone}
          onInput={(event) => onChange({ phone: event.currentTarget.value })}
          required
        />
      )}
      {several && <Order name={t.signer(number)} number={number} {...several} />}
    </Card>
  )
}

function Order({ name, number, count, onMove, onRemove }: Several & { name: string; number: number }) {
  const t = texts()
  // The button moves with the card, which takes the focus from it.
  const move = (by: -1 | 1) => () => {
    const giveBackFocus = focusReturn()
    onMove(by)
    giveBackFocus()
  }
  const hidden = <span class="hidden"> {name}</span>
  return (
    <div class="row-actions">
      <Button kind="subtle" isOff={number === 1} onClick={move(-1)}>
        {t.up}
        {hidden}
      </Button>
      <Button kind="subtle" isOff={number === count} onClick={move(1)}>
        {t.down}
        {hidden}
      </Button>
      <Button kind="subtle" onClick={onRemove}>
        {t.remove}
        {hidden}
      </Button>
    </div>
  )
}
