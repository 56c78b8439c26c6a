import { hash } from 'node:crypto'
import * as v from 'valibot'
import type { Collection } from './collection.ts'
import type { Key } from './table.ts'
import { testDataKeys } from './test-data.ts'

/** A logo as it is served. It stays when its organization chooses another: e-mails that were sent show it. */
export const logoSchema = v.object({
  /** The name of its file, which follows from the organization and the image. */
  name: v.string(),
  orgId: v.string(),
  /** A PNG in base64, small enough for an item. */
  png: v.string(),
  createdAt: v.string(),
  /** Of test organizations, whose reset finds it by this. */
  testOrgId: v.optional(v.string()),
})
export type Logo = v.InferOutput<typeof logoSchema>

export const logos: Collection<Logo> = {
  name: 'logo',
  schema: logoSchema,
  key: ({ name }) => logoKey(name),
  indexKeys: ({ name, testOrgId }) => (testOrgId === undefined ? {} : testDataKeys(testOrgId, name)),
}

export function logoKey(name: string): Key {
  return { PK: `LOGO#${name}`, SK: 'LOGO' }
}

/** The same image of another organization has another name: nobody learns from a name who else has the logo. */
export function logoName(orgId: string, png: Uint8Array): string {
  return `${hash('sha256', Buffer.concat([Buffer.from(orgId), png]), 'base64url')}.png`
}
