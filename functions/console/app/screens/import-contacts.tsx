import { useEffect, useRef, useState } from 'preact/hooks'
import { Card } from '../../../../shared/pages/components/card.tsx'
import { FormField, SelectField } from '../../../../shared/pages/components/form-field.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { csvText } from '../../../../shared/platform/csv-text.ts'
import { isVcard } from '../../../../shared/platform/vcard.ts'
import { call } from '../api.ts'
import type { ContactImport } from '../api-types.ts'
import { columnsOf, importFields, likelyColumn, usualMappingOf } from '../contacts/csv-header.ts'
import { entityFor, screenHref, usePlace } from '../context.ts'
import { currentLocale, numberOf, textsOf } from '../language.ts'
import { Action } from '../parts/action.tsx'
import { Form, textIn } from '../parts/form.tsx'
import { useLoad } from '../parts/load.tsx'
import { Pairs, Screen } from '../parts/screen.tsx'
import { wordsOfCode } from '../problem-words.ts'
import type { ScreenInput } from '../screens.ts'

const texts = textsOf({
  en: {
    title: 'Import contacts',
    above: 'Contacts',
    file: 'CSV file',
    fileHint: 'With a line of column names first.',
    mapping: 'Which column holds what',
    none: 'No column',
    kind: 'Rows without a kind are',
    kinds: { person: 'People', company: 'Companies' },
    onDuplicate: 'Contacts that exist already',
    ways: { skip: 'Leave them as they are', update: 'Update them', create: 'Create them once more' },
    tryOut: 'Try it out',
    tryTitle: 'What would happen',
    doneTitle: 'What happened',
    import: 'Import for real',
    total: 'Rows',
    created: 'New',
    updated: 'Updated',
    skipped: 'Skipped',
    errors: (count: string) => `Rows with errors: ${count}`,
    card: 'This is a vCard, as phones export contacts. Only CSV can be imported: open it in the address book of a computer or of your e-mail service, and export it from there as CSV.',
    row: (row: number, field: string | null) => `Row ${row}${field ? `, ${field}` : ''}: `,
    inEnglish: '',
    fields: {
      kind: 'Kind',
      civility: 'Civility',
      firstName: 'First name',
      lastName: 'Last name',
      companyName: 'Company',
      email: 'E-mail address',
      mobilePhone: 'Mobile number',
      phone: 'Phone',
      'address.line1': 'Street and number',
      'address.line2': 'Second line of the address',
      'address.postalCode': 'Postal code',
      'address.city': 'City',
      'address.country': 'Country',
      tags: 'Tags',
      externalRef: 'Your reference',
      siret: 'SIRET number',
      isPrivate: 'Private (yes or no)',
    },
  },
  fr: {
    title: 'Importer des contacts',
    above: 'Contacts',
    file: 'Fichier CSV',
    fileHint: 'Avec les noms des colonnes en première ligne.',
    mapping: 'Quelle colonne contient quoi',
    none: 'Aucune colonne',
    kind: 'Les lignes sans type sont',
    kinds: { person: 'Des personnes', company: 'Des entreprises' },
    onDuplicate: 'Contacts qui existent déjà',
    ways: { skip: 'Les laisser tels quels', update: 'Les mettre à jour', create: 'Les créer une seconde fois' },
    tryOut: 'Essayer',
    tryTitle: 'Ce qui se passerait',
    doneTitle: 'Ce qui s’est passé',
    import: 'Importer réellement',
    total: 'Lignes',
    created: 'Nouveaux',
    updated: 'Mis à jour',
    skipped: 'Ignorés',
    errors: (count: string) => `Lignes en erreur : ${count}`,
    card: 'C’est une vCard, telle que les téléphones exportent les contacts. Seul le CSV peut être importé : ouvrez-la dans le carnet d’adresses d’un ordinateur ou de votre messagerie, et exportez-la de là en CSV.',
    row: (row: number, field: string | null) => `Ligne ${row}${field ? `, ${field}` : ''} : `,
    inEnglish: 'le service le refuse, en anglais : ',
    fields: {
      kind: 'Type',
      civility: 'Civilité',
      firstName: 'Prénom',
      lastName: 'Nom',
      companyName: 'Entreprise',
      email: 'Adresse e-mail',
      mobilePhone: 'Numéro de mobile',
      phone: 'Téléphone',
      'address.line1': 'Rue et numéro',
      'address.line2': 'Complément d’adresse',
      'address.postalCode': 'Code postal',
      'address.city': 'Ville',
      'address.country': 'Pays',
      tags: 'Étiquettes',
      externalRef: 'Votre référence',
      siret: 'Numéro SIRET',
      isPrivate: 'Privé (oui ou non)',
    },
  },
})

interface Chosen {
  readonly file: File
  readonly columns: readonly string[]
}

const ways = ['skip', 'update', 'create'] as const

export default function ImportContacts({ route }: ScreenInput) {
  const t = texts()
  const place = usePlace()
  const { org } = place
  const entityId = entityFor(place, 'contacts.manage', route.query.get('entityId'))?.entityId ?? ''
  const options = useLoad(() => call('GET /v1/contacts/options', { query: { entityId } }), [entityId])
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [isCard, setIsCard] = useState(false)
  const [outcome, setOutcome] = useState<ContactImport | null>(null)
  const [repeat, setRepeat] = useState<(() => Promise<void>) | null>(null)
  const above = { label: t.above, href: screenHref(org, 'contacts') }
  const reading = useRef<File | undefined>(undefined)
  const changes = useRef(0)
  /** After any change, only what is tried out anew can be imported: a dry run tells nothing about another mapping. */
  function forget(): void {
    changes.current += 1
    setOutcome(null)
    setRepeat(null)
  }
  const usual = usualMappingOf(options.value?.import.mappings ?? [], chosen?.columns ?? [])
  useEffect(forget, [entityId, JSON.stringify(usual)])
  async function choose(file: File | undefined): Promise<void> {
    forget()
    setChosen(null)
    setIsCard(false)
    reading.current = file
    if (!file) return
    const text = csvText(new Uint8Array(await file.slice(0, options.value?.import.maxBytes).arrayBuffer()))
    if (file !== reading.current) return
    if (isVcard(text)) setIsCard(true)
    else setChosen({ file, columns: columnsOf(text) })
  }
  async function tryOut(data: FormData): Promise<void> {
    if (!chosen) return
    forget()
    const own = changes.current
    const mapped = importFields.map((field) => [field, textIn(data, field)] as const).filter(([, column]) => column)
    const values = {
      entityId,
      mapping: Object.fromEntries(mapped),
      onDuplicate: ways.find((way) => way === textIn(data, 'onDuplicate')) ?? 'skip',
      kind: textIn(data, 'kindOfRows') === 'company' ? ('company' as const) : ('person' as const),
    }
    const run = (dryRun: boolean) =>
      call('POST /v1/contacts/import', { form: { file: chosen.file, data: { ...values, dryRun } } })
    const tried = await run(true)
    if (own !== changes.current) return
    setOutcome(tried)
    setRepeat(() => async () => setOutcome(await run(false)))
  }
  return (
    <Screen title={t.title} above={above}>
      <Form submit={t.tryOut} onSubmit={tryOut} cancelHref={above.href}>
        <FormField label={t.file} hint={t.fileHint}>
          {(described) => (
            <input
              {...described}
              type="file"
              accept="text/csv,.csv"
              required
              onChange={(event) => void choose(event.currentTarget.files?.[0])}
            />
          )}
        </FormField>
        {isCard && (
          <Notice kind="warning" isUrgent>
            <p>{t.card}</p>
          </Notice>
        )}
        {chosen && (
          <>
            <fieldset key={chosen.file.name}>
              <legend>{t.mapping}</legend>
              <div class="two">
                {importFields.map((field) => (
                  <SelectField
                    key={field}
                    label={t.fields[field]}
                    name={field}
                    onChange={forget}
                    value={usual[field] ?? likelyColumn(field, chosen.columns)}
                    options={[
                      { value: '', label: t.none },
                      ...chosen.columns.map((column) => ({ value: column, label: column })),
                    ]}
                  />
                ))}
              </div>
            </fieldset>
            <SelectField
              label={t.kind}
              name="kindOfRows"
              onChange={forget}
              options={(['person', 'company'] as const).map((value) => ({ value, label: t.kinds[value] }))}
            />
            <SelectField
              label={t.onDuplicate}
              name="onDuplicate"
              onChange={forget}
              options={ways.map((value) => ({ value, label: t.ways[value] }))}
            />
          </>
        )}
      </Form>
      {outcome && <Outcome outcome={outcome} onImport={outcome.dryRun ? repeat : null} />}
    </Screen>
  )
}

function Outcome({ outcome, onImport }: { outcome: ContactImport; onImport: (() => Promise<void>) | null }) {
  const t = texts()
  return (
    <Card title={outcome.dryRun ? t.tryTitle : t.doneTitle}>
      <Pairs
        of={[
          [t.total, numberOf(outcome.total)],
          [t.created, numberOf(outcome.created)],
          [t.updated, numberOf(outcome.updated)],
          [t.skipped, numberOf(outcome.skipped)],
        ]}
      />
      {outcome.errors.length > 0 && (
        <Notice kind="warning">
          <p>{t.errors(numberOf(outcome.errors.length))}</p>
          <ul>
            {outcome.errors.slice(0, 20).map((error) => (
              <RowError key={`${error.row} ${error.field}`} {...error} />
            ))}
          </ul>
        </Notice>
      )}
      {onImport && (
        <div class="actions">
          <Action label={t.import} kind="primary" onAction={onImport} />
        </div>
      )}
    </Card>
  )
}

/** Why a row is not imported: in words by its code, else as the API says it. */
function RowError({ row, field, code, message }: ContactImport['errors'][number]) {
  const t = texts()
  const label = importFields.find((known) => known === field)
  const words = code === 'invalid_request' ? undefined : wordsOfCode(code, currentLocale())
  return (
    <li>
      {t.row(row, label ? t.fields[label] : field)}
      {words ?? (
        <>
          {t.inEnglish}
          <span lang="en">{message}</span>
        </>
      )}
    </li>
  )
}
