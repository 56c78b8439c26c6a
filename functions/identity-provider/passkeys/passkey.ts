import { hash } from 'node:crypto'
import * as v from 'valibot'
import { type Collection, fromItem, recordsOf, type Versioned } from '../../../shared/store/collection.ts'
import { getItem, queryPartition, type Table } from '../../../shared/store/table.ts'
import { partitionOfPerson } from '../oauth/person-sessions.ts'

/** What a browser tells about how an authenticator is reached. Passed back to browsers alone. */
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

const passkeySchema = v.object({
  /** The SHA-256 of the credential's id. */
  id: v.string(),
  userId: v.string(),
  /** As people name it. */
  name: v.string(),
  /** In base64url, as browsers tell it. */
  credentialId: v.string(),
  /** A COSE key, in base64url. */
  publicKey: v.string(),
  /** How often it was used, if its authenticator counts; else 0. */
  counter: v.number(),
  transports: v.array(v.picklist(transports)),
  /** Whether its owner's other devices get it too. */
  isSynced: v.boolean(),
  createdAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
  version: v.number(),
})
/** A key that lets a person sign in. The private half never leaves their authenticator. */
export type Passkey = v.InferOutput<typeof passkeySchema>

export const passkeyLimits = {
  perPerson: 10,
  longestName: 60,
} as const

export const passkeys: Versioned<Passkey> = {
  name: 'passkey',
  schema: passkeySchema,
  key: ({ userId, id }) => passkeyKey(userId, id),
} satisfies Collection<Passkey>

function passkeyKey(userId: string, id: string) {
  return { PK: partitionOfPerson(userId), SK: `PASSKEY#${id}` }
}

const holderSchema = v.object({ id: v.string(), userId: v.string() })

/** Whose a credential is. An authenticator's id of it can be registered for one account alone (WebAuthn §7.1). */
export const passkeyHolders: Collection<v.InferOutput<typeof holderSchema>> = {
  name: 'passkey_holder',
  schema: holderSchema,
  key: ({ id }) => passkeyHolderKey(id),
}

export function passkeyHolderKey(id: string) {
  return { PK: `OIDC#PASSKEY#${id}`, SK: 'HOLDER' }
}

/** Credentials choose their own ids, of up to 1,023 bytes. */
export function passkeyIdOf(credentialId: string): string {
  return hash('sha256', credentialId, 'hex')
}

export function isPasskeyId(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

export async function passkeyWith(table: Table, userId: string, id: string): Promise<Passkey | null> {
  const item = await getItem(table, passkeyKey(userId, id))
  return item ? fromItem(passkeys, item) : null
}

/** Oldest first. */
export async function passkeysOf(table: Table, userId: string): Promise<Passkey[]> {
  const found = recordsOf(passkeys, await queryPartition(table, partitionOfPerson(userId), 'PASSKEY#'))
  return found.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
}

export function knownTransports(told: readonly string[]): Passkey['transports'] {
  return transports.filter((transport) => told.includes(transport))
}

/** A name as it is stored; null where there is none to store. */
export function passkeyName(entered: string): string | null {
  const name = entered
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  return name === '' || [...name].length > passkeyLimits.longestName ? null : name
}
