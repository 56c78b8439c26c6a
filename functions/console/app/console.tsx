import type { ComponentType } from 'preact'
import { useEffect, useReducer } from 'preact/hooks'
import { Button } from '../../../shared/pages/components/button.tsx'
import { Notice } from '../../../shared/pages/components/notice.tsx'
import { Spinner } from '../../../shared/pages/components/spinner.tsx'
import { ApiProblem, call } from './api.ts'
import type { Me } from './api-types.ts'
import { isTest, type Org, PlaceContext, usePlace } from './context.ts'
import { FrontPage } from './front-page.tsx'
import { textsOf } from './language.ts'
import { NoAccess } from './no-access.tsx'
import { useLoad } from './parts/load.tsx'
import { ProblemNotice } from './parts/problem.tsx'
import { Screen } from './parts/screen.tsx'
import { goTo, type Route, useRoute } from './router.ts'
import { findScreen, refusalOf, type ScreenInput } from './screens.ts'
import { Shell } from './shell.tsx'

const texts = textsOf({
  en: {
    loading: 'Loading…',
    notFoundTitle: 'There is no such screen',
    notFound: 'The address is wrong, or the screen has moved. Choose one from the menu.',
    noPermissionTitle: 'Your role does not open this screen',
    noPermission: 'Ask an administrator of the organization for another role.',
    noEntityTitle: 'The organization has no entity yet',
    noEntity: 'This screen shows what belongs to an entity. Add one under Structure.',
    trouble: 'The console cannot be shown',
    notLoaded: 'This screen did not arrive. Check your connection and try again.',
    again: 'Try again',
  },
  fr: {
    loading: 'Chargement…',
    notFoundTitle: 'Cet écran n’existe pas',
    notFound: 'L’adresse est erronée, ou l’écran a changé de place. Choisissez-en un dans le menu.',
    noPermissionTitle: 'Votre rôle n’ouvre pas cet écran',
    noPermission: 'Demandez un autre rôle à un administrateur de l’organisation.',
    noEntityTitle: 'L’organisation n’a pas encore d’entité',
    noEntity: 'Cet écran montre ce qui appartient à une entité. Ajoutez-en une sous Structure.',
    trouble: 'La console ne peut pas être affichée',
    notLoaded: 'Cet écran n’est pas arrivé. Vérifiez votre connexion et réessayez.',
    again: 'Réessayer',
  },
})

const key = 'sealpost.organization'

/** The console of somebody who is signed in. */
export function Console() {
  const [, speakAnew] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    addEventListener('languagechange', speakAnew)
    return () => removeEventListener('languagechange', speakAnew)
  }, [])
  const route = useRoute()
  const account = useLoad(() => call('GET /v1/me', {}), [])
  const { value: me, problem, reload } = account
  if (problem instanceof ApiProblem && problem.code === 'no_account') return <NoAccess me={null} refresh={reload} />
  if (problem !== null && !me)
    return (
      <FrontPage title={texts().trouble}>
        <ProblemNotice problem={problem} />
      </FrontPage>
    )
  if (!me) return <Waiting />
  const org = organizationOf(me, route)
  if (!org) return <NoAccess me={me} refresh={reload} />
  return (
    <PlaceContext.Provider value={{ me, org, refresh: reload }}>
      <Shell route={route}>
        <ShownScreen key={org.id} route={route} />
      </Shell>
    </PlaceContext.Provider>
  )
}

function Waiting() {
  return (
    <main class="front">
      <Spinner label={texts().loading} />
    </main>
  )
}

/** The organization that the address names; else the one of last time, or a live one. */
function organizationOf({ orgs }: Me, route: Route): Org | null {
  const named = route.path[0] === 'o' ? orgs.find(({ id }) => id === route.path[1]) : undefined
  if (named) {
    localStorage.setItem(key, named.id)
    return named
  }
  const last = localStorage.getItem(key)
  const chosen = orgs.find(({ id }) => id === last) ?? orgs.find((org) => !isTest(org)) ?? orgs[0] ?? null
  if (chosen && route.path.length === 0) goTo(`#/o/${chosen.id}`)
  return chosen
}

function ShownScreen({ route }: { route: Route }) {
  const t = texts()
  const place = usePlace()
  const { org } = place
  const isOther = route.path.length > 0 && (route.path[0] !== 'o' || route.path[1] !== org.id)
  const found = isOther ? null : findScreen(route.path.slice(2))
  if (!found) return <Told title={t.notFoundTitle} text={t.notFound} />
  const { screen, ids } = found
  const refusal = refusalOf(place, screen)
  if (refusal === 'no_permission') return <Told title={t.noPermissionTitle} text={t.noPermission} />
  if (refusal === 'no_entity') return <Told title={t.noEntityTitle} text={t.noEntity} />
  return <LazyScreen key={route.path.join('/')} load={screen.load} input={{ route, ids }} />
}

function Told({ title, text }: { title: string; text: string }) {
  return (
    <Screen title={title}>
      <p>{text}</p>
    </Screen>
  )
}

/** The connection is gone, or the screen belongs to an older version of the console. */
function NotLoaded({ again }: { again: () => void }) {
  const t = texts()
  return (
    <Notice kind="failure" isUrgent>
      <p>{t.notLoaded}</p>
      <Button onClick={again}>{t.again}</Button>
    </Notice>
  )
}

interface LazyScreenProps {
  readonly load: () => Promise<{ readonly default: ComponentType<ScreenInput> }>
  readonly input: ScreenInput
}

function LazyScreen({ load, input }: LazyScreenProps) {
  const { value, problem, reload } = useLoad(load, [load])
  // A new page has the screens of the newest version. Offline, it would lose the console.
  if (problem !== null) return <NotLoaded again={() => (navigator.onLine ? location.reload() : void reload())} />
  if (!value) return <Spinner label={texts().loading} />
  const { default: Shown } = value
  return <Shown {...input} />
}
