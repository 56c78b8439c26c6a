import { readFile } from 'node:fs/promises'

/** A file of a page as it is sent. */
export interface PageFile {
  readonly bytes: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

/** The assets' content types by their names. */
export type PageIndex = Readonly<Record<string, string>>

const deniedFeatures = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'display-capture']

/** What every answer of a page carries; a worker takes its policy from its own script's answer. */
export const pageSecurityHeaders: Readonly<Record<string, string>> = {
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
}

/** Of assets, whose names change with their content. */
export function assetHeadersWith(contentSecurityPolicy: string): Readonly<Record<string, string>> {
  return {
    ...pageSecurityHeaders,
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Frame-Options': 'DENY',
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
  }
}

/** Reads the files of a page from the folder in which they were written when its function was bundled. Each is read once. */
export class PageAssets {
  readonly #directory: URL
  #index: Promise<PageIndex> | undefined
  readonly #read = new Map<string, Promise<Uint8Array>>()

  /** `directory` ends with a slash. */
  constructor(directory: URL) {
    this.#directory = directory
  }

  /** The page before its script runs. */
  shell(): Promise<Uint8Array> {
    return this.#file('shell.html')
  }

  /** An asset, compressed for those who accept it; null for names that are none. */
  async asset(
    name: string,
    acceptEncoding: string,
    headersOfAll: Readonly<Record<string, string>>,
  ): Promise<PageFile | null> {
    this.#index ??= this.#file('index.json').then((bytes) => JSON.parse(new TextDecoder().decode(bytes)))
    const index = await this.#index
    const contentType = Object.hasOwn(index, name) ? index[name] : undefined
    if (contentType === undefined) return null
    const headers = { ...headersOfAll, 'Content-Type': contentType }
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
