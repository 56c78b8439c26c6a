import * as v from 'valibot'
import { emailAddress, line, localeTag } from '../../shared/http/values.ts'
import { uuid } from '../../shared/platform/ids.ts'
import { type Collection, fromItem, recordsOf } from '../../shared/store/collection.ts'
import { getItem, queryIndex, type Table } from '../../shared/store/table.ts'
import { CommandRefusal } from './refusal.ts'

/** Names of nodes are as long as the API takes them. */
const nodeName = line(120)

export const slugText = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Give lower-case letters, digits and single hyphens, such as my-company.'),
  v.maxLength(40),
)

/** What an installation is founded with, by the options of the command. */
export const foundingSchema = v.object({
  provider: line(100),
  slug: slugText,
  locale: v.optional(localeTag, 'en'),
  organization: nodeName,
  entity: nodeName,
  'owner-email': emailAddress,
  'owner-first-name': line(100),
  'owner-last-name': line(100),
})
export type Founding = v.InferOutput<typeof foundingSchema>

/** What a founding made, by ids. */
const foundedSchema = v.object({ orgId: uuid, entityId: uuid, ownerId: uuid, membershipId: uuid })
export type Founded = v.InferOutput<typeof foundedSchema>

const providerSlugSchema = v.object({
  slug: v.string(),
  providerId: uuid,
  /** What was asked for and what came of it; null where the provider was made in another way. */
  founding: v.nullable(v.object({ asked: foundingSchema, made: foundedSchema })),
})
export type ProviderSlug = v.InferOutput<typeof providerSlugSchema>

/** The provider that has a slug: of one slug there is one. */
export const providerSlugs: Collection<ProviderSlug> = {
  name: 'provider_slug',
  schema: providerSlugSchema,
  key: ({ slug }) => providerSlugKey(slug),
  indexKeys: ({ slug }) => ({ GSI1PK: allProviders, GSI1SK: slug }),
}

/** The listing of the providers of an installation, of which there are few. */
const allProviders = 'PROVIDERS'

export function providerSlugKey(slug: string) {
  return { PK: `PROVIDERSLUG#${slug}`, SK: 'PROVIDER' }
}

/** More of them are not named in a message. */
const namedAtMost = 10

/** Whether an installation has been bootstrapped. */
export async function hasProvider(table: Table): Promise<boolean> {
  return (await queryIndex(table, { index: 'GSI1', partition: allProviders, limit: 1 })).length > 0
}

/** The provider that a slug names; without one, the only provider that there is. */
export async function providerNamed(table: Table, slug: string | undefined): Promise<ProviderSlug> {
  if (slug !== undefined) {
    const item = await getItem(table, providerSlugKey(slug))
    if (item) return fromItem(providerSlugs, item)
    throw new CommandRefusal(`There is no provider with the slug ${slug}.`)
  }
  const items = await queryIndex(table, { index: 'GSI1', partition: allProviders, limit: namedAtMost })
  const [provider, ...others] = recordsOf(providerSlugs, items)
  if (!provider) throw new CommandRefusal('There is no provider yet. Make one first: npm run bootstrap -- --help')
  if (others.length === 0) return provider
  const slugs = [provider, ...others].map((each) => each.slug).join(', ')
  throw new CommandRefusal(`There are several providers. Choose one with --provider SLUG: ${slugs}`)
}
