import { useEffect, useState } from 'preact/hooks'
import { mayLeave } from './entries.ts'

/** A screen's address: the part behind `#`, which stays in the browser. */
export interface Route {
  /** Its segments, such as `['o', '…', 'api-keys']`. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
  /** As it stands in the address, with the `#`. */
  readonly href: string
}

export function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const segments = path.split('/').filter((segment) => segment !== '')
  return { path: segments.map(decoded), query: new URLSearchParams(query), href: hash }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export const currentRoute = () => location.hash

/** The route that is shown, as it changes. Entries that are not sent keep the reader where they are, if they want. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    let shown = location.hash
    const follow = () => {
      if (isOtherForm(routeOf(shown), routeOf(location.hash)) && !mayLeave())
        return history.pushState(null, '', `${location.pathname}${shown}`)
      shown = location.hash
      setHash(shown)
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return routeOf(hash)
}

/** Forms belong to a screen and to an entity. */
function isOtherForm(one: Route, other: Route): boolean {
  return hrefOf(one.path) !== hrefOf(other.path) || one.query.get('entityId') !== other.query.get('entityId')
}

/** Shows another screen. */
export function goTo(href: string): void {
  location.hash = href
}

/** Changes the filters of the screen that is shown. Empty ones are left out. */
export function changeQuery(route: Route, changes: Readonly<Record<string, string>>): void {
  const query = new URLSearchParams(route.query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') query.delete(name)
    else query.set(name, value)
  }
  goTo(hrefOf(route.path, query))
}

export function hrefOf(path: readonly string[], query: URLSearchParams = new URLSearchParams()): string {
  const search = query.toString()
  return `#/${path.map(encodeURIComponent).join('/')}${search ? `?${search}` : ''}`
}
