import { hash } from 'node:crypto'

type Directive =
  | 'script-src'
  | 'style-src'
  | 'img-src'
  | 'font-src'
  | 'connect-src'
  | 'worker-src'
  | 'frame-src'
  | 'base-uri'
  | 'form-action'
  | 'frame-ancestors'

export type AllowedSources = { readonly [D in Directive]?: readonly string[] }

/**
 * A Content-Security-Policy that allows the given sources and nothing else: no other loading, no form, no frame around the page.
 * These three do not follow `default-src`, so they are always written.
 */
export function contentSecurityPolicy(allowed: AllowedSources): string {
  const { 'base-uri': base = [], 'form-action': forms = [], 'frame-ancestors': frames = [], ...loaded } = allowed
  const directives = {
    'default-src': [],
    ...loaded,
    'base-uri': base,
    'form-action': forms,
    'frame-ancestors': frames,
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.filter(isOneSource).join(' ') || "'none'"}`)
    .join('; ')
}

/** The source of an inline style or script: the hash of its text. */
export function inlineSource(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

/** Hosts of URLs may have a semicolon, a comma or an asterisk: these would end the directive or allow every host. */
function isOneSource(source: string): boolean {
  return /^(?:'self'|'sha256-[A-Za-z0-9+/=]+'|[\w:/.+[\]-]+)$/.test(source)
}
