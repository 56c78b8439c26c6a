import type { Client } from 'oidc-provider'
import { errors } from 'oidc-provider'
import { type Brand, plainBrand } from '../../../shared/pages/brand.ts'
import { brandKeys } from '../../../shared/pages/brand-keys.ts'
import { brandIn } from '../../../shared/pages/stored-brand.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../../shared/store/entities.ts'
import { logoKey, logos } from '../../../shared/store/logos.ts'
import { getItem, getItems, type Table } from '../../../shared/store/table.ts'
import { openTestOrgs } from '../../../shared/store/test-mode.ts'
import { isTwinId } from '../../../shared/store/twin-ids.ts'
import { isDelegated } from '../oauth/scopes.ts'
import { authorOf, giveConsent, mayConsentForAll } from './consents.ts'
import {
  type Choice,
  type ConsentFacts,
  choiceValue,
  consentPage,
  nowherePage,
  waitingPage,
} from './pages/consent-page.ts'
import { show } from './pages/page.ts'
import { type Person, personWith } from './people.ts'
import { endpoints } from './served-endpoints.ts'
import {
  applicationOf,
  finish,
  hasSignedInLately,
  pageFacts,
  seeOther,
  showAnew,
  shownApplication,
  type Turn,
  textOf,
} from './turn.ts'

/** Asks whether the application may act for the person, and where. */
export async function consentStep(turn: Turn): Promise<void> {
  const { form, dependencies, interaction } = turn
  const [application, person] = await Promise.all([
    applicationOf(turn),
    personWith(dependencies.table, interaction.session?.accountId ?? ''),
  ])
  if (!person) throw new errors.SessionNotFound('nobody is signed in')
  if (form?.get('act') === 'wait') return await finish(turn, approvalNeeded)
  const choices = await choicesOf(turn, person)
  const facts = factsOf(turn, { application, person, brand: await brandAmong(turn, choices) })
  if (choices.length === 0) return show(turn.ctx, nowherePage(facts))
  const chosen = choices.find((choice) => choiceValue(choice) === form?.get('choice'))
  if (form?.get('act') === 'allow' && chosen) return await allow(turn, { application, person, facts, chosen })
  const scopes = askedScopes(turn)
  const [delegated, isOffline] = [scopes.filter(isDelegated), scopes.includes('offline_access')]
  show(turn.ctx, consentPage(facts, { scopes: delegated, isOffline, choices, isIncomplete: form !== null }))
}

const approvalNeeded = {
  error: 'access_denied',
  error_description: 'an administrator of the organization must approve this access first',
}

interface Allowed {
  readonly application: Client
  readonly person: Person
  readonly facts: ConsentFacts
  readonly chosen: Choice
}

async function allow(turn: Turn, { application, person, facts, chosen }: Allowed): Promise<void> {
  const { ctx, dependencies, interaction } = turn
  // For every member, it lets somebody else into the organization.
  if (chosen.onBehalfOf === 'organization' && !(await hasSignedInLately(turn)))
    return seeOther(ctx, facts.otherPersonUrl)
  const outcome = await giveConsent(dependencies, {
    application: { id: application.clientId, name: facts.application.name },
    person,
    orgId: chosen.orgId,
    onBehalfOf: chosen.onBehalfOf,
    scopes: askedScopes(turn).filter(isDelegated),
    author: authorOf(ctx, person, chosen.orgId),
  })
  if (!outcome) return showAnew(turn)
  const { isApproved, isInForce } = outcome
  if (!isApproved) return show(ctx, waitingPage(facts, { orgName: chosen.orgName, isInForce }))
  await finish(turn, { ...interaction.lastSubmission, consent: {} })
}

function askedScopes({ interaction }: Turn): string[] {
  return textOf(interaction.params.scope).split(' ')
}

interface Asked {
  readonly application: Client
  readonly person: Person
  readonly brand: Brand
}

function factsOf(turn: Turn, { application, person: { profile }, brand }: Asked): ConsentFacts {
  const { dependencies, interaction } = turn
  const shown = shownApplication(application)
  const params = Object.entries(interaction.params).map(([name, value]) => [name, textOf(value)])
  const again = new URLSearchParams({ ...Object.fromEntries(params), prompt: 'login' })
  const otherPersonUrl = `${dependencies.issuer}${endpoints.authorization}?${again}`
  return { ...pageFacts(turn), application: shown, email: profile.email ?? profile.id, brand, otherPersonUrl }
}

/** The organization speaks where it is the only one that is asked about. */
async function brandAmong({ dependencies }: Turn, choices: readonly Choice[]): Promise<Brand> {
  const [first] = choices
  if (!first || choices.some(({ orgId }) => orgId !== first.orgId)) return plainBrand()
  const place = { orgId: first.orgId, entityId: first.orgId }
  const items = await getItems(dependencies.table, brandKeys(place))
  const brand = brandIn(items, place, { organization: first.orgName, logos: '' })
  return { ...brand, logoUrl: await pictureOf(dependencies.table, brand.logoUrl) }
}

/** The gateway of these pages serves no logos, so the page brings its own along. */
async function pictureOf(table: Table, logoName: string | null): Promise<string | null> {
  const item = logoName === null ? null : await getItem(table, logoKey(logoName))
  return item ? `data:image/png;base64,${fromItem(logos, item).png}` : null
}

/** A person may consent for themselves where they are a member, and for all members to what they may do themselves. */
async function choicesOf(turn: Turn, { memberships }: Person): Promise<Choice[]> {
  const { dependencies, interaction } = turn
  const scopes = askedScopes(turn).filter(isDelegated)
  const named = textOf(interaction.params.org_id).toLowerCase()
  const orgIds = [...new Set(memberships.map(({ orgId }) => orgId))].filter((id) => named === '' || id === named)
  if (orgIds.length === 0) return []
  const [items, openTests] = await Promise.all([
    getItems(dependencies.table, orgIds.map(nodeKey)),
    openTestOrgs(dependencies.table, orgIds),
  ])
  return recordsOf(nodes, items)
    .filter(({ id }) => !isTwinId(id) || openTests.has(id))
    .toSorted((left, right) => left.name.localeCompare(right.name))
    .flatMap(({ id: orgId, name: orgName }) => {
      const self = { orgId, orgName, onBehalfOf: 'self' as const }
      const all = { orgId, orgName, onBehalfOf: 'organization' as const }
      return mayConsentForAll(memberships, orgId, scopes) ? [self, all] : [self]
    })
}
