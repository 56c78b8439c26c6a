import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../../shared/pages/components/button.tsx'
import { textsOf } from './language.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { Screen } from './parts/screen.tsx'
import { signIn, signOut } from './session.ts'

const texts = textsOf({
  en: {
    title: 'Sealpost console',
    lead: 'API keys, webhooks, signature requests and members of your organization.',
    signIn: 'Sign in',
    failedTitle: 'You could not be signed in',
    failed: 'The identity provider did not answer as expected. Try again.',
    signOut: 'Sign out',
  },
  fr: {
    title: 'Console Sealpost',
    lead: 'Clés d’API, webhooks, demandes de signature et membres de votre organisation.',
    signIn: 'Se connecter',
    failedTitle: 'La connexion a échoué',
    failed: 'Le fournisseur d’identité n’a pas répondu comme prévu. Réessayez.',
    signOut: 'Se déconnecter',
  },
})

/** A page without an organization. */
export function FrontPage({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="console">
      <header class="page-header">
        <p class="brand">Sealpost</p>
        <LanguageSwitch />
      </header>
      <main class="front">
        <Screen title={title}>{children}</Screen>
      </main>
    </div>
  )
}

/** For readers who are not signed in. */
export function SignInPage({ route, hasFailed: hasFailedBefore }: { route: string; hasFailed: boolean }) {
  const t = texts()
  const [hasFailed, setHasFailed] = useState(hasFailedBefore)
  return (
    <FrontPage title={hasFailed ? t.failedTitle : t.title}>
      <p class="lead">{hasFailed ? t.failed : t.lead}</p>
      <div class="actions">
        <Button kind="primary" onClick={() => void signIn({ route }).catch(() => setHasFailed(true))}>
          {t.signIn}
        </Button>
      </div>
    </FrontPage>
  )
}

export function SignOutButton() {
  return <Button onClick={() => void signOut()}>{texts().signOut}</Button>
}
