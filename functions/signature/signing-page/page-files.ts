import { contentSecurityPolicy } from '../../../shared/http/content-security-policy.ts'
import { assetHeadersWith, PageAssets, type PageFile, pageSecurityHeaders } from '../../../shared/http/page-assets.ts'
import { isHttpsOrigin } from '../../../shared/http/values.ts'

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

/** Of the page for a link. Browsers that know no `frame-ancestors` are told by the older header, which knows no origins. */
export function pageHeaders(frameOrigins: readonly string[]): Readonly<Record<string, string>> {
  return {
    ...pageSecurityHeaders,
    'Content-Security-Policy': policyFor(frameOrigins),
    ...(frameOrigins.length === 0 && { 'X-Frame-Options': 'DENY' }),
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
  }
}

export const assetHeaders = assetHeadersWith(policyFor([]))

/** The signing page, which is the same for every link. */
export class PageFiles {
  readonly #assets: PageAssets

  /** `directory` ends with a slash; by default it lies beside the function's bundle. */
  constructor(directory = new URL('./page/', import.meta.url)) {
    this.#assets = new PageAssets(directory)
  }

  async shell(frameOrigins: readonly string[] = []): Promise<PageFile> {
    return { bytes: await this.#assets.shell(), headers: pageHeaders(frameOrigins) }
  }

  /** An asset, compressed for those who accept it; null for names that are none. */
  asset(name: string, acceptEncoding = ''): Promise<PageFile | null> {
    return this.#assets.asset(name, acceptEncoding, assetHeaders)
  }
}

let kept: PageFiles | undefined

/** The page of this function; its files are read at their first use. */
export function pageFiles(): PageFiles {
  kept ??= new PageFiles()
  return kept
}
