import { errors } from 'oidc-provider'
import { isPasskeyId, passkeyLimits, passkeyName, passkeysOf } from '../passkeys/passkey.ts'
import { addPasskey, removePasskey } from '../passkeys/passkey-changes.ts'
import { askToAdd } from '../passkeys/passkey-options.ts'
import { show } from './pages/page.ts'
import { passkeyMessages } from './pages/passkey-messages.ts'
import { passkeysPage } from './pages/passkeys-page.ts'
import { answerScript, passkeyDependencies } from './passkey-turn.ts'
import { type Person, personWith } from './people.ts'
import { endpoints } from './served-endpoints.ts'
import { finish, hasSignedInLately, pageFacts, seeOther, showAnew, type Turn, textOf } from './turn.ts'

/** Lists the passkeys of the person who is signed in, and lets them add and remove some. */
export async function passkeysStep(turn: Turn): Promise<void> {
  const { form, dependencies, interaction } = turn
  const person = await personWith(dependencies.table, interaction.session?.accountId ?? '')
  if (!person) throw new errors.SessionNotFound('nobody is signed in')
  const act = form?.get('act') ?? null
  if (act === 'done') return await finish(turn, { ...interaction.lastSubmission, passkeys: {} })
  if (act !== null && !(await hasSignedInLately(turn))) return leadToSignIn(turn, act)
  switch (act) {
    case 'add-options':
      return answerScript(turn, await askedToAdd(turn, person))
    case 'add':
      return await add(turn, person)
    case 'remove':
      return await remove(turn, person)
    default:
      return await showList(turn, person)
  }
}

async function askedToAdd(turn: Turn, { profile }: Person) {
  const { id: userId, email } = profile
  return await askToAdd(passkeyDependencies(turn), {
    interaction: turn.interaction.uid,
    userId,
    userName: email ?? userId,
  })
}

async function add(turn: Turn, person: Person): Promise<void> {
  const { form, interaction } = turn
  const says = passkeyMessages[pageFacts(turn).locale]
  const name = passkeyName(textOf(form?.get('name')))
  if (name === null) return await showList(turn, person, says.passkeyName(passkeyLimits.longestName))
  const added = await addPasskey(passkeyDependencies(turn), {
    interaction: interaction.uid,
    answer: textOf(form?.get('answer')),
    userId: person.profile.id,
    name,
  })
  if (added === 'added') return showAnew(turn)
  const obstacle = added === 'too_many' ? says.tooManyOfOne(passkeyLimits.perPerson) : says.passkeyNotAdded
  await showList(turn, person, obstacle)
}

async function remove(turn: Turn, { profile }: Person): Promise<void> {
  const id = textOf(turn.form?.get('passkey'))
  if (isPasskeyId(id)) await removePasskey(passkeyDependencies(turn), { userId: profile.id, id })
  showAnew(turn)
}

async function showList(turn: Turn, { profile }: Person, obstacle: string | null = null): Promise<void> {
  const passkeys = await passkeysOf(turn.dependencies.table, profile.id)
  const facts = { ...pageFacts(turn), email: profile.email ?? profile.id, obstacle }
  show(turn.ctx, passkeysPage(facts, passkeys))
}

/** Starts the same request anew, which asks for a sign-in. A script is told where to go. */
function leadToSignIn({ ctx, dependencies, interaction }: Turn, act: string): void {
  const params = Object.entries(interaction.params).map(([name, value]) => [name, textOf(value)])
  const again = new URLSearchParams({ ...Object.fromEntries(params), prompt: 'login passkeys' })
  const location = `${dependencies.issuer}${endpoints.authorization}?${again}`
  if (act === 'add-options') {
    ctx.set('Cache-Control', 'no-store')
    ctx.body = { location }
  } else seeOther(ctx, location)
}
