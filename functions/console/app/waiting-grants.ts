import type { Grant } from './api-types.ts'

type Waiting = Pick<Grant, 'status' | 'requestedScopes'> & {
  readonly application: Pick<Grant['application'], 'status'>
}

/** Whether a member's consent, or an addition to it, waits for an administrator. */
export function waitsForApproval({ status, requestedScopes, application }: Waiting): boolean {
  if (application.status === 'revoked' || status === 'revoked') return false
  return status === 'pending' || requestedScopes.length > 0
}

/** How many consents wait, by the name of their application. */
export function waitingByApplication(
  grants: readonly (Waiting & { readonly application: { readonly name: string } })[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { application } of grants.filter(waitsForApproval))
    counts.set(application.name, (counts.get(application.name) ?? 0) + 1)
  return counts
}
