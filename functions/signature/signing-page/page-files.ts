import { readFile } from 'node:fs/promises'
import { contentSecurityPolicy } from '../../../shared/http/content-security-policy.ts'
import { isHttpsOrigin } from '../../../shared/http/values.ts'
import type { PageIndex } from './page-shell.ts'

/** A file of the page as it is sent. */
export interface PageFile {
  readonly bytes: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

/** The page loads only its own files. Only the given origins may frame it. */
function policyFor(frameOrigins: readonly string[]): string {
  return contentSecurityPolicy({
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    // A wrong source here could have the browser report the page's address, which is the signer's secret.
    'frame-ancestors': frameOrigins.filter(isHttpsOrigin),
  })
}

const deniedFeatures = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'bluetooth',
  'display-capture',
]

/** What every answer of the page carries; a worker takes its policy from its own script's answer. */
const securityHeaders = {
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
}

/** Of the page for a link. Browsers that know no `frame-ancestors` are told by the older header, which knows no origins. */
export function pageHeaders(frameOrigins: readonly string[]): Readonly<Record<string, string>> {
  return {
    ...securityHeaders,
    'Content-Security-Policy': policyFor(frameOrigins),
    ...(frameOrigins.length === 0 && { 'X-Frame-Options': 'DENY' }),
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
  }
}

export const assetHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'Content-Security-Policy': policyFor([]),
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'public, max-age=31536000, immutable',
  Vary: 'Accept-Encoding',
}

/** Serves the page from the folder in which it was written when the function was bundled. */
export class PageFiles {
  readonly #directory: URL
  #index: Promise<PageIndex> | undefined
  readonly #read = new Map<string, Promise<Uint8Array>>()

  /** `directory` ends with a slash; by default it lies beside the function's bundle. */
  constructor(directory = new URL('./page/', import.meta.url)) {
    this.#directory = directory
  }

  async shell(frameOrigins: readonly string[] = []): Promise<PageFile> {
    return { bytes: await this.#file('shell.html'), headers: pageHeaders(frameOrigins) }
  }

  /** An asset, compressed for those who accept it; null for names that are none. */
  async asset(name: string, acceptEncoding = ''): Promise<PageFile | null> {
    this.#index ??= this.#file('index.json').then((bytes) => JSON.parse(new TextDecoder().decode(bytes)))
    const index = await this.#index
    const contentType = Object.hasOwn(index, name) ? index[name] : undefined
    if (contentType === undefined) return null
    const headers = { ...assetHeaders, 'Content-Type': contentType }
    if (!/\bgzip\b/.test(acceptEncoding)) return { bytes: await this.#file(name), headers }
    return { bytes: await this.#file(`${name}.gz`), headers: { ...headers, 'Content-Encoding': 'gzip' } }
  }

  #file(name: string): Promise<Uint8Array> {
    const known = this.#read.get(name)
    if (known) return known
    const reading = readFile(new URL(name, this.#directory))
    this.#read.set(name, reading)
    reading.catch(() => this.#read.delete(name))
    return reading
  }
}

let kept: PageFiles | undefined

/** The page of this function; its files are read at their first use. */
export function pageFiles(): PageFiles {
  kept ??= new PageFiles()
  return kept
}
