/**
 * What must outlive the way to the identity provider and back: the proof of PKCE, which is of use once and with this browser's code
 * alone, and the route to come back to. It is removed when it is read. Tokens are never stored.
 */
export interface SignInState {
  readonly codeVerifier: string
  readonly state: string
  readonly nonce: string
  readonly route: string
  /** Whether the provider was asked to show no page. */
  readonly isSilent: boolean
}

const key = 'sealpost.sign-in'

export function keepSignInState(state: SignInState): void {
  sessionStorage.setItem(key, JSON.stringify(state))
}

export function takeSignInState(): SignInState | null {
  const stored = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return stored === null ? null : JSON.parse(stored)
}
