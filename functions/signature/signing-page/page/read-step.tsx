import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { useKnownState } from './context.ts'
import { inReadingOrder, isFilled, isForFilling, mentionsIn, nextField } from './draft.ts'
import { focusField, labelOf } from './fields.ts'
import { Heading } from './heading.tsx'
import { Message } from './message.tsx'
import { pagesInWords } from './messages.ts'
import { showPage } from './page-number.tsx'
import { Signers } from './signers.tsx'
import { Trouble } from './trouble.tsx'

interface ReadStepProps {
  readonly canBeRead: boolean
  /** Whether its pages are on this page, and not in a file that was opened apart. */
  readonly isShown: boolean
  readonly onDecline: (() => void) | null
}

/** Reading the document and filling in the fields; the pages themselves are beside or above. */
export function ReadStep({ canBeRead, isShown, onDecline }: ReadStepProps) {
  const { signing, view, texts, state } = useKnownState()
  const { draft, emptyFieldIds, timesHeldBack, unseenPages } = view
  const toFill = state.fields.filter(isForFilling)
  const open = toFill.filter((field) => !isFilled(field, draft))
  const hasNext = canBeRead && open.length > 0
  // A signature is made in the last step: with nothing else to fill in, that is the next thing to do.
  const isNextFirst = hasNext && open.some(({ type }) => type !== 'signature' && type !== 'handwritten_mention')
  const isPageFirst = isShown && unseenPages.length > 0 && !isNextFirst
  const hasMentions = mentionsIn(state.fields).length > 0
  const [firstEmpty] = emptyFieldIds
  useEffect(() => {
    if (firstEmpty) focusField(firstEmpty)
  }, [timesHeldBack])
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
      <PagesLeft canBeRead={canBeRead} isShown={isShown} />
      <EmptyFields />
      <Trouble on="sign" />
      <div class="actions">
        {hasNext && (
          <Button kind={isNextFirst ? 'primary' : 'secondary'} onClick={goToNext}>
            {texts.nextField}
          </Button>
        )}
        <ShowNextPage isShown={isShown} isFirst={isPageFirst} />
        <Button
          kind={isNextFirst || isPageFirst ? 'secondary' : 'primary'}
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

/** Which pages must still be seen, where the sender requires that; and why the person cannot go on. */
function PagesLeft({ canBeRead, isShown }: Pick<ReadStepProps, 'canBeRead' | 'isShown'>) {
  const { view, texts } = useKnownState()
  const { unseenPages, hasMissedPages, locale } = view
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hasMissedPages) box.current?.scrollIntoView({ block: 'nearest' })
  }, [hasMissedPages])
  if (unseenPages.length === 0) return null
  return (
    <>
      <p class="pages-left" role="status">
        {texts.pagesLeft(pagesInWords(unseenPages, locale), unseenPages.length)}
      </p>
      <div class="trouble" role="alert" ref={box} hidden={!hasMissedPages && (isShown || !canBeRead)}>
        {canBeRead && !isShown && <p>{texts.pagesNeedBrowser}</p>}
        {isShown && hasMissedPages && <p>{texts.pagesMissed}</p>}
      </div>
    </>
  )
}

function ShowNextPage({ isShown, isFirst }: { isShown: boolean; isFirst: boolean }) {
  const { view, texts } = useKnownState()
  const [next] = view.unseenPages
  if (!isShown || next === undefined) return null
  return (
    <Button
      kind={isFirst ? 'primary' : 'secondary'}
      onClick={() => showPage(document.querySelector<HTMLElement>('.pages'), next)}
    >
      {texts.showPage(next)}
    </Button>
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
