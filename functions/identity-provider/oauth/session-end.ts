import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { endedSession, endedSessions } from '../../../shared/auth/ended-session.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import type { Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { grantKey, liveSessionsOf, type PersonSession, personSessions } from './person-sessions.ts'
import { revokeSession } from './revocation.ts'

/** A transaction takes a hundred writes, and each grant is two. */
const maxTogether = 45

/**
 * Ends a sign-in: signs its browser out, and ends what applications got by it. Ending twice has no second effect: what fails here can
 * be repeated, as the sign-in is listed until all of it has ended.
 */
export async function endSession(
  { table, work }: { readonly table: Table; readonly work: UnitOfWork },
  before: PersonSession,
  nowMs: number,
): Promise<void> {
  const session = await markEnded(table, before, nowMs)
  const { userId } = session
  const grantIds = await grantsOf(table, session, nowMs)
  await Promise.all(grantIds.slice(maxTogether).map((grantId) => revokeSession(table, { grantId, userId, nowMs })))
  for (const key of session.items) work.removePart(key)
  // Without its grant, a refresh token gives nothing.
  for (const grantId of grantIds.slice(0, maxTogether)) {
    work.removePart(grantKey(grantId))
    work.putPart(endedSessions, endedSession(userId, grantId, nowMs))
  }
}

/**
 * Marks a session as ended, and returns it as it is by then. A request notes its code before it saves the session, and
 * a marked session is not saved. So all codes that somebody can have are noted now.
 */
async function markEnded(table: Table, session: PersonSession, nowMs: number): Promise<PersonSession> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: personSessions.key(session),
    UpdateExpression: 'SET #record.endedAt = :now',
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeNames: { '#record': 'record' },
    ExpressionAttributeValues: { ':now': timestamp(nowMs) },
    ReturnValues: 'ALL_NEW',
  })
  const { Attributes = {} } = await table.client.send(update)
  return fromItem(personSessions, Attributes)
}

/** What lets applications get tokens by a session. */
async function grantsOf(table: Table, { id, userId }: PersonSession, nowMs: number): Promise<string[]> {
  const live = (await liveSessionsOf(table, userId, nowMs)).find(({ session }) => session.id === id)
  return live?.tokens.map(({ grantId }) => grantId) ?? []
}
