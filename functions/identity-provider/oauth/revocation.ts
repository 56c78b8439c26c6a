import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { fromItem } from '../../../shared/store/collection.ts'
import { type Key, queryIndex, type Table } from '../../../shared/store/table.ts'
import { type Artifact, artifactKey, artifacts, grantPartition, keyOfSha256 } from './artifact.ts'

const revokedAtOnce = 100

/** Ends what a sign-in gave an application: whatever it got with it, and what lets it get more. */
export async function revokeSession(table: Table, grantId: string): Promise<void> {
  await Promise.all([deleteItem(table, artifactKey('Grant', grantId)), forgetGrant(table, grantId)])
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
