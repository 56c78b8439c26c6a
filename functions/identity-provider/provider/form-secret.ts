import { hash } from 'node:crypto'
import type { Interaction } from 'oidc-provider'

/**
 * What the forms of an interaction carry. It follows from a random id that the provider keeps with the interaction and tells
 * nobody, and the interaction is found by a cookie: so a form counts only in the browser, and on the page, that it was made for.
 */
export function formSecretOf({ uid, cid }: Pick<Interaction, 'uid' | 'cid'>): string {
  return hash('sha256', `form/${cid}/${uid}`, 'base64url')
}
