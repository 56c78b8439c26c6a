import { ArtifactStore } from '../../functions/identity-provider/provider/artifact-store.ts'
import { systemClock } from '../../shared/platform/clock.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { table } from './tenant.ts'
import type { Visitor } from './visitor.ts'

const sessions = () => new ArtifactStore({ table: table(), clock: systemClock, ids: systemIds }, 'Session')
const sessionIdIn = ({ cookies }: Visitor) => cookies.find(({ name }) => name === '_session')?.value ?? ''

/** The session of the identity provider in a browser. Throws where nobody is signed in. */
export async function sessionOf(visitor: Visitor) {
  const session = await sessions().find(sessionIdIn(visitor))
  if (!session?.loginTs) throw new Error('nobody is signed in')
  return { ...session, loginTs: session.loginTs }
}

/** Lets 16 minutes pass since the sign-in in a browser. */
export async function makeSignInOld(visitor: Visitor): Promise<void> {
  const session = await sessionOf(visitor)
  await sessions().upsert(sessionIdIn(visitor), { ...session, loginTs: session.loginTs - 16 * 60 }, 3600)
}

/** A request of a browser that has read the session and is about to save it, as each does. Gives what happens then. */
export async function requestUnderWay(visitor: Visitor): Promise<() => Promise<void>> {
  const [id, session] = [sessionIdIn(visitor), await sessionOf(visitor)]
  return async () => await sessions().upsert(id, session, 3600)
}
