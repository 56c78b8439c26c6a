import { Badge } from '../../../../shared/pages/components/badge.tsx'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { Card } from '../../../../shared/pages/components/card.tsx'
import { Disclosure } from '../../../../shared/pages/components/disclosure.tsx'
import { Table } from '../../../../shared/pages/components/table.tsx'
import { call } from '../api.ts'
import type { Grant, Session } from '../api-types.ts'
import { browserOf } from '../browser-name.ts'
import { usePlace } from '../context.ts'
import { textsOf, timeOf } from '../language.ts'
import { ConfirmedAction } from '../parts/action.tsx'
import { GrantState } from '../parts/grant-state.tsx'
import { GrantedScopes } from '../parts/granted-scopes.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Pairs, Screen } from '../parts/screen.tsx'
import { offersPasskeys, signIn, signOut } from '../session.ts'

const texts = textsOf({
  en: {
    title: 'Your account',
    name: 'Name',
    email: 'E-mail address',
    passkeys: 'Passkeys',
    passkeysText: 'With a passkey you sign in by fingerprint, face or the PIN of your device, without a code.',
    managePasskeys: 'Manage passkeys',
    sessions: 'Where you are signed in',
    browser: 'Browser',
    since: 'Signed in',
    last: 'Last used',
    actions: 'Actions',
    unknown: 'Unknown browser',
    onSystem: (browser: string, system: string) => `${browser} on ${system}`,
    here: 'This browser',
    signOut: 'Sign out',
    details: 'Details',
    end: 'End it',
    endTitle: 'End this sign-in?',
    endText: 'That browser has to sign in again. Pages that are open there stop working.',
    grants: 'Applications that act for you',
    noGrants: 'You let no application act for you.',
    application: 'Application',
    state: 'State',
    scopes: 'May',
    given: 'Since',
    revoke: 'Revoke',
    revokeTitle: 'Revoke this application?',
    revokeText: 'It can no longer act for you.',
  },
  fr: {
    title: 'Votre compte',
    name: 'Nom',
    email: 'Adresse e-mail',
    passkeys: 'Clés d’accès',
    passkeysText:
      'Avec une clé d’accès, vous vous connectez par empreinte, par reconnaissance faciale ou par le code de votre appareil, sans code par e-mail.',
    managePasskeys: 'Gérer les clés d’accès',
    sessions: 'Où vous êtes connecté',
    browser: 'Navigateur',
    since: 'Connexion',
    last: 'Dernière utilisation',
    actions: 'Actions',
    unknown: 'Navigateur inconnu',
    onSystem: (browser: string, system: string) => `${browser} sur ${system}`,
    here: 'Ce navigateur',
    signOut: 'Se déconnecter',
    details: 'Détails',
    end: 'Y mettre fin',
    endTitle: 'Mettre fin à cette connexion ?',
    endText: 'Ce navigateur devra se reconnecter. Les pages qui y sont ouvertes ne fonctionnent plus.',
    grants: 'Applications qui agissent pour vous',
    noGrants: 'Vous n’avez autorisé aucune application à agir pour vous.',
    application: 'Application',
    state: 'État',
    scopes: 'Peut',
    given: 'Depuis',
    revoke: 'Révoquer',
    revokeTitle: 'Révoquer cette application ?',
    revokeText: 'Elle ne pourra plus agir pour vous.',
  },
})

export default function Account() {
  const t = texts()
  const { me } = usePlace()
  const { firstName, lastName, email } = me.user
  return (
    <Screen title={t.title}>
      <Card>
        <Pairs
          of={[
            [t.name, [firstName, lastName].filter(Boolean).join(' ')],
            [t.email, email],
          ]}
        />
      </Card>
      <Passkeys />
      <Sessions />
      <OwnGrants />
    </Screen>
  )
}

/** They are kept by the identity provider, which shows them itself. */
function Passkeys() {
  const t = texts()
  const offered = useLoad(offersPasskeys, [])
  return (
    <Loaded of={offered}>
      {(isOffered) =>
        isOffered && (
          <section>
            <h2>{t.passkeys}</h2>
            <p>{t.passkeysText}</p>
            <Button onClick={() => void signIn({ isAboutPasskeys: true, route: location.hash })}>
              {t.managePasskeys}
            </Button>
          </section>
        )
      }
    </Loaded>
  )
}

function Sessions() {
  const t = texts()
  const sessions = useLoad(() => call('GET /v1/me/sessions', {}), [])
  const end = (sessionId: string) => async () => {
    await call('DELETE /v1/me/sessions/{sessionId}', { path: { sessionId } })
    await sessions.reload()
  }
  return (
    <section>
      <h2>{t.sessions}</h2>
      <Loaded of={sessions}>
        {({ results }) => (
          <Table
            caption={t.sessions}
            rows={results}
            keyOf={({ id }) => id}
            columns={[
              {
                title: t.browser,
                cell: (session) => (
                  <>
                    {deviceOf(session)} {session.isCurrent && <Badge>{t.here}</Badge>}
                    <div class="quiet">{session.ip}</div>
                    {session.userAgent && (
                      <Disclosure summary={t.details}>
                        <span class="agent">{session.userAgent}</span>
                      </Disclosure>
                    )}
                  </>
                ),
              },
              { title: t.since, cell: ({ signedInAt }) => timeOf(signedInAt) },
              { title: t.last, cell: ({ lastUsedAt }) => timeOf(lastUsedAt) },
              {
                title: t.actions,
                cell: (session) =>
                  session.isCurrent ? (
                    <Button onClick={() => void signOut()}>{t.signOut}</Button>
                  ) : (
                    <ConfirmedAction
                      label={t.end}
                      of={`${deviceOf(session)}, ${timeOf(session.signedInAt)}`}
                      title={t.endTitle}
                      explanation={t.endText}
                      onAction={end(session.id)}
                    />
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  )
}

/** The browser of a sign-in in words, such as “Chrome on Linux”. */
function deviceOf({ userAgent }: Session): string {
  const t = texts()
  const found = browserOf(userAgent ?? '')
  if (!found) return t.unknown
  return found.system === null ? found.browser : t.onSystem(found.browser, found.system)
}

function OwnGrants() {
  const t = texts()
  const grants = useLoad(() => call('GET /v1/me/grants', {}), [])
  const revoke =
    ({ id }: Grant) =>
    async () => {
      await call('DELETE /v1/me/grants/{grantId}', { path: { grantId: id } })
      await grants.reload()
    }
  return (
    <section>
      <h2>{t.grants}</h2>
      <Loaded of={grants}>
        {({ results }) =>
          results.length === 0 ? (
            <p>{t.noGrants}</p>
          ) : (
            <Table
              caption={t.grants}
              rows={results}
              keyOf={({ id }) => id}
              columns={[
                { title: t.application, cell: ({ application }) => application.name },
                { title: t.state, cell: (grant) => <GrantState grant={grant} /> },
                { title: t.scopes, cell: (grant) => <GrantedScopes grant={grant} /> },
                { title: t.given, cell: ({ grantedAt }) => (grantedAt ? timeOf(grantedAt) : '—') },
                {
                  title: t.actions,
                  cell: (grant) =>
                    grant.status === 'revoked' ? null : (
                      <ConfirmedAction
                        label={t.revoke}
                        of={grant.application.name}
                        title={t.revokeTitle}
                        explanation={t.revokeText}
                        onAction={revoke(grant)}
                      />
                    ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </section>
  )
}
