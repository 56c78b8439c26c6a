import { contentSecurityPolicy } from '../../shared/http/content-security-policy.ts'
import { assetHeadersWith, PageAssets, type PageFile, pageSecurityHeaders } from '../../shared/http/page-assets.ts'
import { type BinaryBody, type Reply, reply } from '../../shared/http/reply.ts'
import { environment } from '../../shared/platform/environment.ts'
import { html } from '../../shared/platform/html.ts'

/** The identity provider and the client that the page signs in with. They differ between deployments. */
export interface ConsoleSettings {
  readonly issuer: string
  readonly clientId: string
  readonly audienceScope: string
  /** Where presigned addresses of uploads lead. */
  readonly uploadsOrigin: string
}

/** The console loads its own files alone, calls the API that serves it and the identity provider, and puts files where uploads are. */
export function consolePolicy({ issuer, uploadsOrigin }: Pick<ConsoleSettings, 'issuer' | 'uploadsOrigin'>): string {
  return contentSecurityPolicy({
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", new URL(issuer).origin, new URL(uploadsOrigin).origin],
    'worker-src': ["'self'"],
  })
}

/** Serves the console from the folder in which it was written when the function was bundled. */
export class ConsoleFiles {
  readonly #assets: PageAssets
  readonly #settings: ConsoleSettings
  readonly #policy: string

  /** `directory` ends with a slash; by default it lies beside the function's bundle. */
  constructor(settings: ConsoleSettings, directory = new URL('./page/', import.meta.url)) {
    this.#assets = new PageAssets(directory)
    this.#settings = settings
    this.#policy = consolePolicy(settings)
  }

  /** The page of the console that is served below `baseUrl`. */
  async page(baseUrl: string): Promise<string> {
    const { issuer, clientId, audienceScope } = this.#settings
    const filled = { baseUrl: baseUrl.replace(/\/$/, ''), issuer, clientId, audienceScope }
    const markup = new TextDecoder().decode(await this.#assets.shell())
    return Object.entries(filled).reduce(
      (text, [name, value]) => text.replaceAll(`{{${name}}}`, () => html`${value}`.markup),
      markup,
    )
  }

  pageHeaders(): Readonly<Record<string, string>> {
    return {
      ...pageSecurityHeaders,
      'Content-Security-Policy': this.#policy,
      'X-Frame-Options': 'DENY',
      'Cache-Control': 'no-store',
    }
  }

  asset(name: string, acceptEncoding = ''): Promise<PageFile | null> {
    return this.#assets.asset(name, acceptEncoding, assetHeadersWith(this.#policy))
  }
}

let kept: ConsoleFiles | undefined

export function consoleFiles(): ConsoleFiles {
  kept ??= new ConsoleFiles({
    issuer: environment('ISSUER'),
    clientId: environment('FIRST_PARTY_CLIENT_ID'),
    audienceScope: environment('AUDIENCE_SCOPE'),
    uploadsOrigin: environment('UPLOADS_ORIGIN'),
  })
  return kept
}

export async function consoleAnswer(baseUrl: string): Promise<Reply<200, BinaryBody>> {
  const files = consoleFiles()
  return reply(200, { stream: await files.page(baseUrl), contentType: 'text/html; charset=utf-8' }, files.pageHeaders())
}
