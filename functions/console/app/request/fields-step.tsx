import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { focusReturn } from '../../../../shared/pages/components/focus-return.ts'
import { SelectField } from '../../../../shared/pages/components/form-field.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { Spinner } from '../../../../shared/pages/components/spinner.tsx'
import { type OpenDocument, openDocument, type PageSize } from '../../../../shared/pages/pdf/pdf-document.ts'
import { textsOf } from '../language.ts'
import { Action } from '../parts/action.tsx'
import type { DraftRequest } from './draft-request.ts'
import { FieldList } from './field-list.tsx'
import { fieldTexts } from './field-texts.ts'
import {
  crowdedPages,
  type FieldType,
  fieldAmong,
  fieldAround,
  fieldsOn,
  fieldTypes,
  type PlacedField,
} from './placed-fields.ts'
import { SheetOfFields } from './sheet-of-fields.tsx'

const texts = textsOf({
  en: {
    hint: 'Choose a signer and a kind of field, then click or tap on the page. Drag a field to move it. With the keyboard: “Add” places it, arrow keys move it, Shift and arrow keys change its size, Delete removes it.',
    signer: 'Signer',
    type: 'Kind',
    page: 'Page',
    add: 'Add',
    loading: 'The document is being opened…',
    unreadable: 'This file cannot be read as a PDF. Go back and choose another one.',
    back: 'Back',
    draft: 'Save as a draft',
    send: 'Send',
    dropped: (count: number) =>
      `${count === 1 ? 'One field was' : `${count} fields were`} removed, because this document has no such page or a smaller one. Check the others: they are where they were in the document before.`,
    crowded: (pages: string, count: number) =>
      `Fields lie on each other on page${count === 1 ? '' : 's'} ${pages}. Move them apart, or what they show cannot be read.`,
    missing: (names: string) =>
      `No signature field yet for: ${names}. They choose no place; the signature is put at the end.`,
  },
  fr: {
    hint: 'Choisissez un signataire et un type de champ, puis cliquez ou touchez la page. Faites glisser un champ pour le déplacer. Au clavier : « Ajouter » le place, les flèches le déplacent, Maj et les flèches changent sa taille, Suppr le retire.',
    signer: 'Signataire',
    type: 'Type',
    page: 'Page',
    add: 'Ajouter',
    loading: 'Ouverture du document…',
    unreadable: 'Ce fichier ne peut pas être lu comme PDF. Revenez et choisissez-en un autre.',
    back: 'Retour',
    draft: 'Enregistrer comme brouillon',
    send: 'Envoyer',
    dropped: (count: number) =>
      `${count === 1 ? 'Un champ a été retiré' : `${count} champs ont été retirés`}, car ce document n’a pas cette page ou en a une plus petite. Vérifiez les autres : ils sont là où ils étaient dans le document précédent.`,
    crowded: (pages: string, count: number) =>
      `Des champs se superposent ${count === 1 ? 'à la page' : 'aux pages'} ${pages}. Écartez-les, sinon ce qu’ils affichent sera illisible.`,
    missing: (names: string) => `Pas encore de champ de signature pour : ${names}. La signature sera placée à la fin.`,
  },
})

interface FieldsStepProps {
  readonly draft: DraftRequest
  readonly onChange: (part: Partial<DraftRequest>) => void
  readonly onBack: () => void
  readonly onCreate: (isDraft: boolean) => Promise<void>
  /** What the API said of the last try. */
  readonly children?: ComponentChildren
}

interface Opened {
  readonly document: OpenDocument
  readonly sizes: readonly PageSize[]
}

/** The pages of the document, with the fields on them. */
export function FieldsStep({ draft, onChange, onBack, onCreate, children }: FieldsStepProps) {
  const t = texts()
  const { signers, fields } = draft
  const opened = useOpened(draft.file)
  const [signer, setSigner] = useState(signers[0]?.key ?? 0)
  const [type, setType] = useState<FieldType>('signature')
  const [page, setPage] = useState(1)
  const [selected, setSelected] = useState<number | null>(null)
  const [dropped, setDropped] = useState(0)
  // The document may be another one than that on which they were placed.
  useEffect(() => {
    if (opened === null || opened === 'unreadable') return
    const kept = fieldsOn(opened.sizes, fields)
    if (kept.length === fields.length) return
    setDropped(fields.length - kept.length)
    onChange({ fields: kept })
  }, [opened])
  const change = (changed: PlacedField) =>
    onChange({ fields: fields.map((field) => (field.key === changed.key ? changed : field)) })
  const remove = (key: number) => {
    const bringBack = focusReturn()
    onChange({ fields: fields.filter((field) => field.key !== key) })
    bringBack()
  }
  const add = (onPage: number, point: { x: number; y: number } | null, size: PageSize) => {
    const key = Math.max(0, ...fields.map((field) => field.key)) + 1
    const given = { key, signer, type, page: onPage }
    const added = point === null ? fieldAmong(given, fields, size) : fieldAround(given, point, size)
    onChange({ fields: [...fields, added] })
    setSelected(key)
  }
  if (opened === 'unreadable')
    return (
      <>
        <Notice kind="failure">
          <p>{t.unreadable}</p>
        </Notice>
        <Button onClick={onBack}>{t.back}</Button>
      </>
    )
  if (opened === null) return <Spinner label={t.loading} />
  const { document, sizes } = opened
  const size = sizes[page - 1] ?? { width: 595, height: 842 }
  const crowded = crowdedPages(fields)
  const without = signers.filter(
    ({ key }) => !fields.some((field) => field.signer === key && field.type === 'signature'),
  )
  return (
    <>
      <p>{t.hint}</p>
      {dropped > 0 && (
        <Notice kind="warning" isUrgent>
          <p>{t.dropped(dropped)}</p>
        </Notice>
      )}
      <div class="filters">
        <SelectField
          label={t.signer}
          value={String(signer)}
          onChange={(event) => setSigner(Number(event.currentTarget.value))}
          options={signers.map(({ key, firstName, lastName }) => ({
            value: String(key),
            label: `${firstName} ${lastName}`,
          }))}
        />
        <SelectField
          label={t.type}
          value={type}
          onChange={(event) => setType(fieldTypes.find((each) => each === event.currentTarget.value) ?? 'signature')}
          options={fieldTypes.map((value) => ({ value, label: fieldTexts()[value] }))}
        />
        <SelectField
          label={t.page}
          value={String(page)}
          onChange={(event) => setPage(Number(event.currentTarget.value))}
          options={sizes.map((_, index) => ({ value: String(index + 1), label: `${index + 1} / ${sizes.length}` }))}
        />
        <Button icon="plus" onClick={() => add(page, null, size)}>
          {t.add}
        </Button>
      </div>
      <div class="placing">
        <SheetOfFields
          pdf={document.pdf}
          number={page}
          size={size}
          fields={fields.filter((field) => field.page === page)}
          signers={signers}
          selected={selected}
          onSelect={setSelected}
          onAdd={(point) => add(page, point, size)}
          onChange={change}
          onRemove={remove}
        />
        <FieldList
          fields={fields}
          signers={signers}
          sizes={sizes}
          onChange={change}
          onRemove={remove}
          onShow={setPage}
        />
      </div>
      {crowded.length > 0 && (
        <Notice kind="warning">
          <p>{t.crowded(crowded.join(', '), crowded.length)}</p>
        </Notice>
      )}
      {without.length > 0 && (
        <Notice>
          <p>{t.missing(without.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', '))}</p>
        </Notice>
      )}
      {children}
      <div class="actions">
        <Action label={t.send} kind="primary" icon="send" onAction={() => onCreate(false)} />
        <Action label={t.draft} onAction={() => onCreate(true)} />
        <Button kind="subtle" onClick={onBack}>
          {t.back}
        </Button>
      </div>
    </>
  )
}

function useOpened(file: File | null): Opened | 'unreadable' | null {
  const [opened, setOpened] = useState<Opened | 'unreadable' | null>(null)
  useEffect(() => {
    let isCurrent = true
    let open: OpenDocument | undefined
    void read(file).then((read) => {
      if (read !== 'unreadable') open = read.document
      if (isCurrent) setOpened(read)
      else open?.close()
    })
    return () => {
      isCurrent = false
      open?.close()
    }
  }, [file])
  return opened
}

async function read(file: File | null): Promise<Opened | 'unreadable'> {
  if (!file) return 'unreadable'
  try {
    const document = await openDocument(new Uint8Array(await file.arrayBuffer()))
    const numbers = Array.from({ length: document.pageCount }, (_, index) => index + 1)
    return { document, sizes: await Promise.all(numbers.map((number) => document.pageSize(number))) }
  } catch {
    return 'unreadable'
  }
}
