import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { useKnownState } from './context.ts'
import { inReadingOrder, isFilled, isForFilling, mentionsIn, nextField } from './draft.ts'
import { focusField, labelOf } from './fields.ts'
import { Heading } from './heading.tsx'
import { Message } from './message.tsx'
import { Signers } from './signers.tsx'
import { Trouble } from './trouble.tsx'

interface ReadStepProps {
  readonly canBeRead: boolean
  readonly onDecline: (() => void) | null
}

/** Reading the document and filling in the fields; the pages themselves are beside or above. */
export function ReadStep({ canBeRead, onDecline }: ReadStepProps) {
  const { signing, view, texts, state } = useKnownState()
  const { draft, emptyFieldIds } = view
  const toFill = state.fields.filter(isForFilling)
  const open = toFill.filter((field) => !isFilled(field, draft))
  const hasNext = canBeRead && open.length > 0
  // A signature is made in the last step: with nothing else to fill in, that is the next thing to do.
  const isNextFirst = hasNext && open.some(({ type }) => type !== 'signature' && type !== 'handwritten_mention')
  const hasMentions = mentionsIn(state.fields).length > 0
  const [firstEmpty] = emptyFieldIds
  useEffect(() => {
    if (firstEmpty) focusField(firstEmpty)
  }, [firstEmpty])
  const lastFieldId = useLastFieldId()
  const goToNext = () => {
    const next = nextField(state.fields, draft, lastFieldId.current)
    if (next) focusField(next.id)
  }
  return (
    <div class="step reading">
      <Heading>{texts.readHeading}</Heading>
      <p class="hint">{texts.readHint}</p>
      {toFill.length > 0 && (
        <p class="fields-left" role="status">
          {open.length > 0 ? texts.fieldsLeft(open.length) : texts.fieldsDone}
        </p>
      )}
      <EmptyFields />
      <Trouble on="sign" />
      <div class="actions">
        {hasNext && (
          <Button kind={isNextFirst ? 'primary' : 'secondary'} onClick={goToNext}>
            {texts.nextField}
          </Button>
        )}
        <Button
          kind={isNextFirst ? 'secondary' : 'primary'}
          isOff={!canBeRead}
          onClick={() => signing.goTo(hasMentions ? 'write' : 'sign')}
        >
          {hasMentions ? texts.continueToWrite : texts.continueToSign}
        </Button>
      </div>
      {onDecline && (
        <button type="button" class="subtle" onClick={onDecline}>
          {texts.decline}
        </button>
      )}
      <Message />
      <Signers />
    </div>
  )
}

/** The field that had the focus last: the button that leads to the next one takes it away. */
function useLastFieldId(): RefObject<string | null> {
  const last = useRef<string | null>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const fieldId = target instanceof Element ? target.getAttribute('data-control') : null
      if (fieldId) last.current = fieldId
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  return last
}

function EmptyFields() {
  const { view, texts, state } = useKnownState()
  const empty = inReadingOrder(state.fields).filter(({ id }) => view.emptyFieldIds.includes(id))
  return (
    <div class="trouble" role="alert" hidden={empty.length === 0}>
      {empty.map((field) => (
        <p key={field.id} id={`empty-${field.id}`}>
          {field.type === 'checkbox'
            ? texts.checkboxRequired(labelOf(field, texts))
            : texts.fieldRequired(labelOf(field, texts))}
        </p>
      ))}
    </div>
  )
}
