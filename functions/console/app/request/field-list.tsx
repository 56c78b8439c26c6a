import { Button } from '../../../../shared/pages/components/button.tsx'
import { TextField } from '../../../../shared/pages/components/form-field.tsx'
import type { DraftSigner } from './draft-request.ts'
import { fieldTexts } from './field-texts.ts'
import { moved, type PlacedField, resized, type Size } from './placed-fields.ts'

interface FieldListProps {
  readonly fields: readonly PlacedField[]
  readonly signers: readonly DraftSigner[]
  readonly sizes: readonly Size[]
  readonly onChange: (field: PlacedField) => void
  readonly onRemove: (key: number) => void
  readonly onShow: (page: number) => void
}

/** The fields by their coordinates, which integrators copy into their own requests. */
export function FieldList({ fields, signers, sizes, onChange, onRemove, onShow }: FieldListProps) {
  const t = fieldTexts()
  const nameOf = (field: PlacedField) => {
    const signer = signers.find(({ key }) => key === field.signer)
    return t.of(t[field.type], signer ? `${signer.firstName} ${signer.lastName}` : '')
  }
  return (
    <section class="field-list" aria-label={t.list}>
      <h2>{t.list}</h2>
      <p class="quiet">{t.hint}</p>
      {fields.length === 0 && <p>{t.none}</p>}
      <ul>
        {fields.map((field) => (
          <li key={field.key}>
            <p>
              <strong>{nameOf(field)}</strong>{' '}
              <span class="quiet">
                {t.page} {field.page}
              </span>
            </p>
            <Coordinates field={field} size={sizes[field.page - 1] ?? field} onChange={onChange} />
            <Button kind="plain" label={`${t.show} ${nameOf(field)}`} icon="eye" onClick={() => onShow(field.page)} />
            <Button
              kind="plain"
              label={`${t.remove} ${nameOf(field)}`}
              icon="trash"
              onClick={() => onRemove(field.key)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface CoordinatesProps {
  readonly field: PlacedField
  readonly size: Size
  readonly onChange: (field: PlacedField) => void
}

function Coordinates({ field, size, onChange }: CoordinatesProps) {
  const t = fieldTexts()
  const number = (label: string, value: number, change: (next: number) => PlacedField) => (
    <TextField
      label={label}
      type="number"
      value={String(value)}
      onChange={(event) => {
        const next = Number(event.currentTarget.value)
        if (Number.isFinite(next)) onChange(change(next))
      }}
    />
  )
  return (
    <div class="coordinates">
      {number(t.x, field.x, (x) => moved(field, { x: x - field.x, y: 0 }, size))}
      {number(t.y, field.y, (y) => moved(field, { x: 0, y: y - field.y }, size))}
      {number(t.width, field.width, (width) => resized(field, { x: width - field.width, y: 0 }, size))}
      {number(t.height, field.height, (height) => resized(field, { x: 0, y: height - field.height }, size))}
    </div>
  )
}
