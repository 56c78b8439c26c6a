import { usePasskey } from '../passkeys/passkey-changes.ts'
import { askToSignIn } from '../passkeys/passkey-options.ts'
import { answerScript, passkeyDependencies } from './passkey-turn.ts'
import { personWith } from './people.ts'
import { type Turn, textOf } from './turn.ts'

/** Answers the script that asks the browser for a passkey. */
export async function offerPasskey(turn: Turn): Promise<void> {
  const { ctx, interaction } = turn
  answerScript(turn, await askToSignIn(passkeyDependencies(turn), { interaction: interaction.uid, ip: ctx.ip }))
}

/** Who proved by a passkey that they are there, and how (`amr`, RFC 8176); null: nobody. */
export async function personBehindPasskey(
  turn: Turn,
): Promise<{ readonly accountId: string; readonly amr: string[] } | null> {
  const { dependencies, form, interaction } = turn
  const answer = textOf(form?.get('answer'))
  const used = await usePasskey(passkeyDependencies(turn), { interaction: interaction.uid, answer })
  if (!used) return null
  const { passkey, isCopy } = used
  if (isCopy) {
    // The alarm reads this word.
    dependencies.logError(
      new Error(`PasskeyCopied: the counter of passkey ${passkey.id} of account ${passkey.userId} went back`),
    )
    return null
  }
  const person = await personWith(dependencies.table, passkey.userId)
  return person && { accountId: person.profile.id, amr: [passkey.isSynced ? 'swk' : 'hwk', 'user', 'mfa'] }
}
