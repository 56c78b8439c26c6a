import { Disclosure } from '../../../../shared/pages/components/disclosure.tsx'
import { SelectField, TextField } from '../../../../shared/pages/components/form-field.tsx'
import type { SignatureOptions } from '../api-types.ts'
import { textsOf } from '../language.ts'
import type { DraftRequest } from './draft-request.ts'

const texts = textsOf({
  en: {
    more: 'More options',
    days: 'Days to sign',
    daysHint: (usual: number, most: number) => `From 1 to ${most}. Empty: ${usual}, as usual here.`,
    wrongDays: (most: number) => `Enter a whole number from 1 to ${most}.`,
    level: 'Level of the signatures (eIDAS)',
    levels: { ses: 'Simple (SES)', aes: 'Advanced (AES)', qes: 'Qualified (QES)' },
    vendor: 'Signed with',
    usual: (name: string) => `As usual: ${name}`,
  },
  fr: {
    more: 'Plus d’options',
    days: 'Jours pour signer',
    daysHint: (usual: number, most: number) => `De 1 à ${most}. Vide : ${usual}, comme d’habitude ici.`,
    wrongDays: (most: number) => `Saisissez un nombre entier de 1 à ${most}.`,
    level: 'Niveau des signatures (eIDAS)',
    levels: { ses: 'Simple (SES)', aes: 'Avancée (AES)', qes: 'Qualifiée (QES)' },
    vendor: 'Signé avec',
    usual: (name: string) => `Comme d’habitude : ${name}`,
  },
})

interface MoreOptionsProps {
  readonly draft: DraftRequest
  readonly options: SignatureOptions
  readonly onChange: (part: Partial<DraftRequest>) => void
}

/** What the settings of the entity decide for requests that say nothing, within what they allow. */
export function MoreOptions({ draft, options, onChange }: MoreOptionsProps) {
  const t = texts()
  const { defaultExpiryDays, maxExpiryDays, allowedLevels, defaultEidasLevel, vendors, defaultVendor } = options
  const isWrong = draft.expiresInDays !== '' && !isWholeNumber(draft.expiresInDays, maxExpiryDays)
  const levels = allowedLevels.filter((level) => vendors.some((vendor) => vendor.levels.includes(level)))
  const ableFor = (level: DraftRequest['eidasLevel']) =>
    vendors.filter((vendor) => vendor.levels.includes(level || defaultEidasLevel))
  const usualOf = (able: SignatureOptions['vendors']) => able.find(({ key }) => key === defaultVendor)
  const able = ableFor(draft.eidasLevel)
  const usual = usualOf(able)
  const chooseLevel = (chosen: string) => {
    const eidasLevel = levels.find((level) => level === chosen) ?? ''
    const others = ableFor(eidasLevel)
    const isKept = others.some(({ key }) => key === draft.vendor)
    onChange({ eidasLevel, vendor: isKept ? draft.vendor : usualOf(others) ? '' : (others[0]?.key ?? '') })
  }
  return (
    <Disclosure summary={t.more}>
      <TextField
        label={t.days}
        hint={t.daysHint(defaultExpiryDays, maxExpiryDays)}
        error={isWrong ? t.wrongDays(maxExpiryDays) : null}
        inputMode="numeric"
        value={draft.expiresInDays}
        onInput={(event) => onChange({ expiresInDays: event.currentTarget.value.trim() })}
      />
      {levels.length > 1 && (
        <SelectField
          label={t.level}
          value={draft.eidasLevel}
          onChange={(event) => chooseLevel(event.currentTarget.value)}
          options={[
            { value: '', label: t.usual(t.levels[defaultEidasLevel]) },
            ...levels.map((value) => ({ value, label: t.levels[value] })),
          ]}
        />
      )}
      {vendors.length > 1 && (
        <SelectField
          label={t.vendor}
          value={draft.vendor}
          onChange={(event) => onChange({ vendor: event.currentTarget.value })}
          options={[
            ...(usual ? [{ value: '', label: t.usual(usual.name) }] : []),
            ...able.map(({ key, name }) => ({ value: key, label: name })),
          ]}
        />
      )}
    </Disclosure>
  )
}

function isWholeNumber(text: string, most: number): boolean {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= most
}
