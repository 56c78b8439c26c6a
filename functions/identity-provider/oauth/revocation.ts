import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { endedSession, endedSessions } from '../../../shared/auth/ended-session.ts'
import { fromItem, toItem } from '../../../shared/store/collection.ts'
import { type Key, queryIndex, type Table } from '../../../shared/store/table.ts'
import { type Artifact, artifactKey, artifacts, grantPartition, keyOfSha256 } from './artifact.ts'

const revokedAtOnce = 100

interface SessionToEnd {
  /** The provider's grant. */
  readonly grantId: string
  /** Null: nobody signed in. */
  readonly userId: string | null
  readonly nowMs: number
}

/** Ends what a sign-in gave an application: whatever it got with it, its access tokens too, and what lets it get more. */
export async function revokeSession(table: Table, { grantId, userId, nowMs }: SessionToEnd): Promise<void> {
  const marks = userId === null ? [] : [toItem(endedSessions, endedSession(userId, grantId, nowMs))]
  await Promise.all([
    ...marks.map((Item) => table.client.send(new PutCommand({ TableName: table.name, Item }))),
    deleteItem(table, artifactKey('Grant', grantId)),
    forgetGrant(table, grantId),
  ])
}

/** Deletes everything that came of a grant of the provider, of whatever model. */
export async function forgetGrant(table: Table, grantId: string): Promise<void> {
  const range = { index: 'GSI1', partition: grantPartition(grantId), limit: revokedAtOnce } as const
  let found: Artifact[] = []
  do {
    const last = found.at(-1)
    // A space sorts below every hexadecimal digit: from just behind the last one on.
    const items = await queryIndex(table, last ? { ...range, from: `${last.model}#${last.idSha256} ` } : range)
    found = items.map((item) => fromItem(artifacts, item))
    await Promise.all(found.map((each) => deleteItem(table, keyOfSha256(each))))
  } while (found.length === revokedAtOnce)
}

async function deleteItem(table: Table, key: Key): Promise<void> {
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: key }))
}
