import type { AdapterPayload } from 'oidc-provider'
import type { OwnClientMetadata } from './registered-client.ts'

/** The service's own app, in which people sign in. Nobody has to allow it anything. */
export interface OwnApp {
  readonly clientId: string
  readonly name: string
  /** Where it may be answered, and where people are led who sign out; of none, there is no such app. */
  readonly redirectUris: readonly string[]
}

/** The app as a client: it keeps no secret, since it runs in browsers. */
export function ownAppMetadata(app: OwnApp, scopes: readonly string[]): AdapterPayload & OwnClientMetadata {
  return {
    client_id: app.clientId,
    client_name: app.name,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query'],
    redirect_uris: [...app.redirectUris],
    post_logout_redirect_uris: [...app.redirectUris],
    secret_hashes: [],
    machine_scopes: [],
    ip_allowlist: [],
    person_scopes: [...scopes],
    needs_consent: false,
    publisher: null,
    logo_url: null,
  }
}

/** Whether a page of this origin is one of the app's, which asks for tokens from the browser. */
export function isOriginOf(redirectUris: readonly string[], origin: string): boolean {
  return redirectUris.some((uri) => new URL(uri).origin === origin)
}
