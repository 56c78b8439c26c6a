import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { Copyable, CopyButton } from '../../../../shared/pages/components/copyable.tsx'
import { Choice } from '../../../../shared/pages/components/form-field.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { markSent, markUnsent } from '../entries.ts'
import { textsOf } from '../language.ts'

const texts = textsOf({
  en: {
    warning: 'This secret is shown once. Store it now: nobody can read it again, only replace it.',
    stored: 'I have stored it',
    done: 'Done',
    copy: 'Copy',
    copied: 'Copied',
  },
  fr: {
    warning:
      'Ce secret n’est affiché qu’une fois. Enregistrez-le maintenant : personne ne pourra le relire, seulement le remplacer.',
    stored: 'Je l’ai enregistré',
    done: 'Terminé',
    copy: 'Copier',
    copied: 'Copié',
  },
})

interface SecretProps {
  readonly values: readonly { readonly label: string; readonly text: string }[]
  readonly onDone: () => void
}

const keptAs = 'secret'

/** Secrets that are shown once. Nothing goes on until the reader says that they are stored. */
export function Secret({ values, onDone }: SecretProps) {
  const t = texts()
  const [isStored, setIsStored] = useState(false)
  const store = (isNowStored: boolean) => {
    setIsStored(isNowStored)
    if (isNowStored) markSent(keptAs)
    else markUnsent(keptAs, () => null, 'secret')
  }
  useEffect(() => {
    store(false)
    return () => markSent(keptAs)
  }, [])
  return (
    <section class="secret" data-secret>
      <Notice kind="warning" isUrgent>
        <p>{t.warning}</p>
      </Notice>
      {values.map(({ label, text }) => (
        <div key={label} class="field-group">
          <strong>{label}</strong>
          <CopyText text={text} />
        </div>
      ))}
      <Choice label={t.stored} checked={isStored} onChange={(event) => store(event.currentTarget.checked)} />
      <div class="actions">
        <Button kind="primary" isOff={!isStored} onClick={onDone}>
          {t.done}
        </Button>
      </div>
    </section>
  )
}

/** A text to copy, with the words of the console. */
export function CopyText({ text }: { text: string }) {
  const { copy, copied } = texts()
  return <Copyable text={text} copy={copy} copied={copied} />
}

/** Copies a text that is shown elsewhere, such as commands. */
export function CopyElsewhere({ text }: { text: string }) {
  const { copy, copied } = texts()
  return <CopyButton text={text} copy={copy} copied={copied} />
}
