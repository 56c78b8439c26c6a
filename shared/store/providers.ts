import * as v from 'valibot'
import { uuid } from '../platform/ids.ts'
import { type Collection, fromItem } from './collection.ts'
import { getItem, type Table } from './table.ts'

const providerSchema = v.object({
  id: uuid,
  name: v.string(),
  slug: v.string(),
  defaultLocale: v.string(),
  createdAt: v.string(),
})
/** Who runs this installation of the service. */
export type Provider = v.InferOutput<typeof providerSchema>

export function providerKey(id: string) {
  return { PK: `PROVIDER#${id}`, SK: 'PROVIDER' }
}

export const providers: Collection<Provider> = {
  name: 'provider',
  schema: providerSchema,
  key: (provider) => providerKey(provider.id),
}

/** The default languages of providers that this process has met. They are chosen when an installation is set up. */
const locales = new Map<string, string>()

/** The language of people of whom nothing else is known. */
export async function defaultLocaleOf(table: Table, providerId: string): Promise<string> {
  const known = locales.get(providerId)
  if (known !== undefined) return known
  const item = await getItem(table, providerKey(providerId))
  if (!item) throw new Error(`the provider ${providerId} is gone`)
  const { defaultLocale } = fromItem(providers, item)
  locales.set(providerId, defaultLocale)
  return defaultLocale
}
