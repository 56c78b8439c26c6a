import { readerLocaleOf } from '../../../../shared/platform/locale.ts'
import { writtenDay } from '../../../../shared/platform/written-date.ts'
import { useKnownState } from './context.ts'
import { initialsOf, inReadingOrder, isFilled, isForFilling, nameOf } from './draft.ts'
import { MentionPicture } from './drawn-mention.tsx'
import { freeAround, fullLabelOf, labelOf, textSizeOf } from './fields.ts'
import { SignatureStamp } from './signature-stamp.tsx'
import type { MentionField, SigningField } from './signing-state.ts'
import { StampedText, useStampPicture } from './stamped-text.tsx'

interface FieldProps {
  readonly field: SigningField
  readonly onFocus: () => void
}

/** A field where it is on its page, to be filled in there. */
export function FieldControl({ field, onFocus }: FieldProps) {
  const { signing, view, texts, state } = useKnownState()
  const isCurrent = view.currentFieldId === field.id
  const ordered = inReadingOrder(state.fields).filter(isForFilling)
  const number = ordered.findIndex(({ id }) => id === field.id) + 1
  const reach = () => {
    signing.markField(field.id)
    onFocus()
  }
  const place = { '--x': field.x, '--y': field.y, '--field-width': field.width, '--field-height': field.height }
  const style = { ...place, '--text-size': textSizeOf(field), '--free': freeAround(field, state.fields) }
  return (
    <div class={`field ${field.type} ${isCurrent ? 'current' : ''}`} style={style}>
      <Control field={field} onFocus={reach} />
      {isCurrent && number > 0 && (
        <span class="marker" aria-hidden="true">
          {texts.fieldOf(number, ordered.length)}
          {field.label && ` · ${field.label}`}
        </span>
      )}
    </div>
  )
}

function Control({ field, onFocus }: FieldProps) {
  switch (field.type) {
    case 'text':
      return <TextControl field={field} onFocus={onFocus} />
    case 'checkbox':
      return <CheckboxControl field={field} onFocus={onFocus} />
    case 'signature':
      return <SignatureControl field={field} onFocus={onFocus} />
    case 'handwritten_mention':
      return <MentionControl field={field} onFocus={onFocus} />
    case 'initials':
    case 'date':
      return <FilledOnSigning field={field} />
  }
}

/** What tells of an error, and where it is explained. */
function useFieldState({ field, onFocus }: FieldProps) {
  const { signing, view, texts } = useKnownState()
  const isEmpty = view.emptyFieldIds.includes(field.id)
  const common = {
    'data-control': field.id,
    'aria-invalid': isEmpty,
    ...(isEmpty && { 'aria-describedby': `empty-${field.id}` }),
    onFocus,
  }
  return { signing, value: view.draft.values[field.id], texts, common }
}

function TextControl(props: FieldProps) {
  const { field } = props
  const { signing, value, texts, common } = useFieldState(props)
  const written = typeof value === 'string' ? value : ''
  return (
    <>
      <label>
        <span class="hidden">{fullLabelOf(field, texts)}</span>
        <input
          type="text"
          {...common}
          required={field.required}
          maxLength={500}
          placeholder={labelOf(field, texts)}
          value={written}
          onInput={({ currentTarget }) => signing.fill(field.id, currentTarget.value)}
        />
      </label>
      <StampOfText field={field} text={written.trim()} />
    </>
  )
}

/** What is written, as it will be stamped: over the input while nobody writes in it. */
function StampOfText({ field, text }: { field: SigningField; text: string }) {
  const { texts } = useKnownState()
  const { width, height } = field
  const pictured = useStampPicture(text ? { kind: 'text', text, width, height } : null)
  if (!pictured) return null
  if ('picture' in pictured) return <StampedText picture={pictured.picture} kind="stamp" />
  return (
    <span class="undrawable" role="alert">
      {texts.undrawable(pictured.undrawable.join(' '))}
    </span>
  )
}

function CheckboxControl(props: FieldProps) {
  const { field } = props
  const { signing, value, texts, common } = useFieldState(props)
  return (
    <label>
      <span class="hidden">{fullLabelOf(field, texts)}</span>
      <input
        type="checkbox"
        {...common}
        required={field.required}
        checked={value === true}
        onChange={({ currentTarget }) => signing.fill(field.id, currentTarget.checked)}
      />
    </label>
  )
}

function SignatureControl({ field, onFocus }: FieldProps) {
  const { signing, view, texts } = useKnownState()
  const isMade = isFilled(field, view.draft)
  const label = isMade ? texts.changeSignature : texts.signHere
  // What is read aloud holds what is seen.
  const seen = isMade && view.draft.mode === 'typed' ? `${view.draft.typed.trim()}: ` : ''
  return (
    <button
      type="button"
      data-control={field.id}
      class={isMade ? 'made' : ''}
      aria-label={`${seen}${texts.fieldOnPage(label, field.page)}`}
      onFocus={onFocus}
      onClick={() => signing.goTo('sign')}
    >
      {isMade ? <SignatureStamp draft={view.draft} size={field} /> : label}
    </button>
  )
}

function MentionControl({ field, onFocus }: { field: MentionField; onFocus: () => void }) {
  const { signing, view, texts } = useKnownState()
  const isMade = isFilled(field, view.draft)
  return (
    <button
      type="button"
      data-control={field.id}
      class={isMade ? 'made' : ''}
      aria-label={texts.fieldOnPage(isMade ? texts.changeMention : texts.writeHere, field.page)}
      onFocus={onFocus}
      onClick={() => signing.goTo('write')}
    >
      {isMade ? <MentionPicture field={field} /> : texts.writeHere}
    </button>
  )
}

function FilledOnSigning({ field }: { field: SigningField }) {
  const { view, texts, state } = useKnownState()
  const { type, width, height } = field
  const name = nameOf(state.you)
  // As it will be stamped: in the signer's language, whatever the page is shown in.
  const signedOn = () => writtenDay(view.now, state.request.timeZone, readerLocaleOf(state.you.locale))
  const text = type === 'date' ? signedOn() : initialsOf(name)
  const size = { width, height }
  const pictured = useStampPicture(
    type === 'initials' ? { kind: 'initials', text: name, ...size } : { kind: 'text', text, ...size },
  )
  const picture = pictured && 'picture' in pictured ? pictured.picture : null
  return (
    <span class="later">
      <span class="hidden">{`${fullLabelOf(field, texts)}, ${texts.filledOnSigning}, ${picture ? text : ''}`}</span>
      {picture ? <StampedText picture={picture} kind="stamp" /> : text}
    </span>
  )
}
