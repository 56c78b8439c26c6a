import { describe, expect, it } from 'vitest'
import { rememberWay, takeReturned, wayBack } from '../../../../functions/signature/signing-page/page/way-back.ts'

function tab() {
  const entries = new Map<string, string>()
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}

const page = { pathname: '/prefix/sign/token', search: '' }
const back = (search: string) => ({ pathname: '/prefix/sign/returned', search })

describe('the way back from the service that keeps a key', () => {
  it('leads to the page that was left, once, with what was brought back', () => {
    const store = tab()
    rememberWay(store, 'https://provider.example/authorize?state=s1&x=y', page)
    expect(wayBack(store, back('?code=c1&state=s1'))).toBe(page.pathname)
    expect(wayBack(store, back('?code=c1&state=s1'))).toBeNull()
    expect(takeReturned(store, page)).toEqual({ code: 'c1', state: 's1' })
    expect(takeReturned(store, page)).toBeNull()
    expect([...store.entries]).toEqual([])
  })

  it('brings no code where the person did not confirm', () => {
    const store = tab()
    rememberWay(store, 'https://provider.example/authorize?state=s1', page)
    wayBack(store, back('?error=access_denied&state=s1'))
    expect(takeReturned(store, page)).toEqual({ code: null, state: 's1' })
  })

  it('leads nowhere with another state, in another tab, or from another page', () => {
    const store = tab()
    rememberWay(store, 'https://provider.example/authorize?state=s1', page)
    expect(wayBack(store, back('?code=c1&state=s2'))).toBeNull()
    expect(wayBack(tab(), back('?code=c1&state=s1'))).toBeNull()
    expect(wayBack(store, { ...page, search: '?code=c1&state=s1' })).toBeNull()
    expect(wayBack(null, back('?code=c1&state=s1'))).toBeNull()
  })
})
