import type { EntryStore } from './kept-entries.ts'

/** What the browser brings back from the service that keeps the signer's key. */
export interface Returned {
  readonly state: string
  /** Null where the person did not confirm there. */
  readonly code: string | null
}

interface Place {
  readonly pathname: string
  readonly search: string
}

const wayOf = (state: string) => `way back of ${state}`
const returnedTo = (path: string) => `returned to ${path}`

/** Remembers in this tab where to come back to. The link is a secret, so the service is not told it. */
export function rememberWay(entries: EntryStore | null, url: string, { pathname }: Place): void {
  const state = new URL(url).searchParams.get('state')
  if (state !== null) entries?.setItem(wayOf(state), pathname)
}

/** The page to go back to, from the address that the service leads to; null on any other page, or in another tab. */
export function wayBack(entries: EntryStore | null, { pathname, search }: Place): string | null {
  if (!pathname.endsWith('/sign/returned')) return null
  const query = new URLSearchParams(search)
  const state = query.get('state') ?? ''
  const path = entries?.getItem(wayOf(state)) ?? null
  if (path === null) return null
  entries?.removeItem(wayOf(state))
  entries?.setItem(returnedTo(path), JSON.stringify({ state, code: query.get('code') } satisfies Returned))
  return path
}

/** What was brought back to this page, once. */
export function takeReturned(entries: EntryStore | null, { pathname }: Place): Returned | null {
  const text = entries?.getItem(returnedTo(pathname)) ?? null
  if (text === null) return null
  entries?.removeItem(returnedTo(pathname))
  const kept: unknown = JSON.parse(text)
  return isReturned(kept) ? kept : null
}

function isReturned(value: unknown): value is Returned {
  if (typeof value !== 'object' || value === null || !('state' in value) || !('code' in value)) return false
  return typeof value.state === 'string' && (value.code === null || typeof value.code === 'string')
}
