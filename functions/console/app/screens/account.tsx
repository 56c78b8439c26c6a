import { Badge } from '../../../../shared/pages/components/badge.tsx'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { Card } from '../../../../shared/pages/components/card.tsx'
import { Disclosure } from '../../../../shared/pages/components/disclosure.tsx'
import { SelectField, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { Table } from '../../../../shared/pages/components/table.tsx'
import { languageNames, localeOf, locales } from '../../../../shared/platform/locale.ts'
import { call } from '../api.ts'
import type { Grant, Session } from '../api-types.ts'
import { browserOf } from '../browser-name.ts'
import { usePlace } from '../context.ts'
import { textsOf, timeOf } from '../language.ts'
import { ConfirmedAction } from '../parts/action.tsx'
import { confirmDone } from '../parts/confirmation.tsx'
import { Form, textIn } from '../parts/form.tsx'
import { GrantState } from '../parts/grant-state.tsx'
import { GrantedScopes } from '../parts/granted-scopes.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Pairs, Screen } from '../parts/screen.tsx'
import { offersPasskeys, signIn, signOut } from '../session.ts'

const texts = textsOf({
  en: {
    title: 'Your account',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail address',
    language: 'Language of the e-mails to you',
    save: 'Save',
    saved: 'Your account is saved.',
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
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'Adresse e-mail',
    language: 'Langue des e-mails qui vous sont adressés',
    save: 'Enregistrer',
    saved: 'Votre compte est enregistré.',
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
  return (
    <Screen title={texts().title}>
      <Profile />
      <Passkeys />
      <Sessions />
      <OwnGrants />
    </Screen>
  )
}

function Profile() {
  const t = texts()
  const { me, refresh } = usePlace()
  const { firstName, lastName, email, locale } = me.user
  async function save(data: FormData): Promise<void> {
    const [first, last, language] = ['firstName', 'lastName', 'locale'].map((name) => textIn(data, name))
    // A name that is sent counts in all organizations from then on. One that nobody touched is not sent.
    const body = {
      ...(first !== firstName && { firstName: first }),
      ...(last !== lastName && { lastName: last }),
      ...(language !== localeOf(locale) && { locale: language }),
    }
    await call('PATCH /v1/me', { body })
    await refresh()
    confirmDone(t.saved)
  }
  return (
    <Card>
      <Pairs of={[[t.email, email]]} />
      <Form submit={t.save} onSubmit={save}>
        <div class="two">
          <TextField label={t.firstName} name="firstName" value={firstName ?? ''} autocomplete="given-name" required />
          <TextField label={t.lastName} name="lastName" value={lastName ?? ''} autocomplete="family-name" required />
        </div>
        <SelectField
          label={t.language}
          name="locale"
          value={localeOf(locale)}
          options={locales.map((value) => ({ value, label: languageNames[value] }))}
        />
      </Form>
    </Card>
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
