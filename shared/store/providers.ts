import * as v from 'valibot'
import type { Collection } from './collection.ts'

const providerSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
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
