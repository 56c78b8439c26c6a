import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { verbatim } from '../../../shared/platform/html.ts'
import { pageLocale, show } from './pages/page.ts'
import { signedOutPage, signOutPage } from './pages/plain-pages.ts'
import { textOf } from './turn.ts'

type SignOut = NonNullable<NonNullable<Configuration['features']>['rpInitiatedLogout']>

/** Ends a session in its browser. It asks first, because any site can send somebody here. Other applications keep their tokens. */
export const signOut: SignOut = {
  enabled: true,
  logoutSource: (ctx, form) => show(ctx, signOutPage(localeIn(ctx), verbatim(form), leadsTo(ctx))),
  postLogoutSuccessSource: (ctx) => show(ctx, signedOutPage(localeIn(ctx))),
}

function localeIn(ctx: KoaContextWithOIDC) {
  return pageLocale(ctx, ctx.oidc.params?.ui_locales)
}

function leadsTo({ oidc }: KoaContextWithOIDC): string | undefined {
  return textOf(oidc.params?.post_logout_redirect_uri) || undefined
}
