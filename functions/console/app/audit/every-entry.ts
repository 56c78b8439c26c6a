import { ApiProblem, call, type Input } from '../api.ts'
import type { AuditEntry } from '../api-types.ts'

export type AuditFilters = Omit<NonNullable<Input<'GET /v1/orgs/{orgId}/audit-log'>['query']>, 'pageSize' | 'pageToken'>

/** Every entry of an audit log, page by page, newest first. */
export async function* everyEntry(orgId: string, filters: AuditFilters): AsyncGenerator<readonly AuditEntry[]> {
  let pageToken: string | undefined
  do {
    const query = { ...filters, pageSize: 100, pageToken }
    const page = await patiently(() => call('GET /v1/orgs/{orgId}/audit-log', { path: { orgId }, query }))
    yield page.results
    pageToken = page.nextPageToken
  } while (pageToken)
}

/** A long log takes more requests than a minute allows. */
async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    const outcome = await read().then(
      (value) => ({ value }),
      (problem: unknown) => ({ waitSeconds: secondsToWait(problem) }),
    )
    if ('value' in outcome) return outcome.value
    await new Promise((resolve) => setTimeout(resolve, outcome.waitSeconds * 1000))
  }
}

function secondsToWait(problem: unknown): number {
  const seconds = problem instanceof ApiProblem ? Number(problem.details.retryAfterSeconds) : Number.NaN
  if (problem instanceof ApiProblem && problem.code === 'rate_limited' && seconds <= 60) return seconds
  throw problem
}
