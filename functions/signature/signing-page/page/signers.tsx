import { useKnownState } from './context.ts'
import { nameOf } from './draft.ts'
import { type Messages, timeOf } from './messages.ts'
import type { Cosigner } from './signing-state.ts'

/** Who signs, where more than one does, and how far each has come. */
export function Signers() {
  const { view, texts, state } = useKnownState()
  if (state.signers.length < 2) return null
  return (
    <section class="signers">
      <h2 class="small">{texts.signers}</h2>
      <ul>
        {state.signers.map((signer, index) => (
          <li key={index}>
            {nameOf(signer)}
            {signer.isYou && ` (${texts.you})`}
            <span class="quiet"> – {progressOf(signer, texts, (iso) => timeOf(iso, view.locale))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function progressOf({ status, signedAt }: Cosigner, texts: Messages, format: (iso: string) => string): string {
  if (signedAt) return texts.hasSigned(format(signedAt))
  return status === 'declined' ? texts.hasDeclined : texts.hasNotSigned
}
