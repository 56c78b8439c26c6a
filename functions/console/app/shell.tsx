import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../../shared/pages/components/button.tsx'
import { Icon } from '../../../shared/pages/components/icon.tsx'
import { ofName } from '../../../shared/platform/french.ts'
import { isTest, type Org, screenHref, usePlace } from './context.ts'
import { textsOf, zoneName } from './language.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { navigationOf } from './navigation.ts'
import { goTo, type Route } from './router.ts'
import { signOut } from './session.ts'

const texts = textsOf({
  en: {
    skip: 'Skip to the content',
    menu: 'Menu',
    navigation: 'Screens',
    organization: 'Organization',
    environment: 'Environment',
    live: 'Live',
    test: 'Test',
    testBanner: 'Test organization: nothing here has legal value.',
    account: 'Your account',
    signOut: 'Sign out',
    zone: (name: string) => `Times are those of ${name}.`,
  },
  fr: {
    skip: 'Aller au contenu',
    menu: 'Menu',
    navigation: 'Écrans',
    organization: 'Organisation',
    environment: 'Environnement',
    live: 'Réel',
    test: 'Test',
    testBanner: 'Organisation de test : rien ici n’a de valeur juridique.',
    account: 'Votre compte',
    signOut: 'Se déconnecter',
    zone: (name: string) => `Les heures sont celles ${ofName(name)}.`,
  },
})

/** Everything around a screen: whose it is, live or test, and the way to the others. */
export function Shell({ route, children }: { route: Route; children: ComponentChildren }) {
  const t = texts()
  const { org } = usePlace()
  const content = useRef<HTMLElement>(null)
  return (
    <div class={isTest(org) ? 'console is-test' : 'console'}>
      <button type="button" class="skip" onClick={() => content.current?.focus()}>
        {t.skip}
      </button>
      <header class="page-header">
        <p class="brand">
          {org.logoUrl && <img class="logo" src={org.logoUrl} alt="" />}
          <span>Sealpost</span>
        </p>
        <OrganizationChooser />
        <EnvironmentSwitch route={route} />
        <Account />
        {isTest(org) && <p class="test-banner">{t.testBanner}</p>}
      </header>
      <div class="columns">
        <Navigation route={route} />
        <main ref={content} tabIndex={-1}>
          {children}
          <p class="quiet zone">{t.zone(zoneName())}</p>
        </main>
      </div>
    </div>
  )
}

/** Chooses among organizations. A test organization belongs to its live one, and has a switch of its own. */
function OrganizationChooser() {
  const t = texts()
  const { me, org } = usePlace()
  const live = liveOf(org, me.orgs)
  const choices = me.orgs.filter((each) => !isTest(each) || each.id === live.id)
  if (choices.length < 2) return <p class="organization-name">{live.name}</p>
  return (
    <label class="chooser">
      <span class="hidden">{t.organization}</span>
      <select value={live.id} onChange={(event) => goTo(screenHref({ id: event.currentTarget.value }))}>
        {choices.map(({ id, name }) => (
          <option key={id} value={id} selected={id === live.id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The live organization of a test one that its members see; itself otherwise. */
function liveOf(org: Org, orgs: readonly Org[]): Org {
  return isTest(org) ? (orgs.find(({ id }) => id === org.twinOrgId) ?? org) : org
}

function EnvironmentSwitch({ route }: { route: Route }) {
  const t = texts()
  const { me, org } = usePlace()
  const twin = me.orgs.find(({ id }) => id === org.twinOrgId)
  // The same screen of the other organization; what an id names is not there.
  const [section = ''] = route.path.slice(2)
  const link = (label: string, of: Org, isCurrent: boolean) => (
    <a href={screenHref(of, ...(section ? [section] : []))} aria-current={isCurrent ? 'true' : undefined}>
      {label}
    </a>
  )
  if (!twin) return <p class="environment-name">{isTest(org) ? t.test : t.live}</p>
  const [live, test] = isTest(org) ? [twin, org] : [org, twin]
  return (
    <nav class="environments" aria-label={t.environment}>
      {link(t.live, live, !isTest(org))}
      {link(t.test, test, isTest(org))}
    </nav>
  )
}

function Account() {
  const t = texts()
  const { org } = usePlace()
  return (
    <div class="account">
      <LanguageSwitch />
      <a class="button plain" href={screenHref(org, 'account')} aria-label={t.account} title={t.account}>
        <Icon name="user" />
      </a>
      <Button kind="plain" onClick={() => void signOut()}>
        {t.signOut}
      </Button>
    </div>
  )
}

function Navigation({ route }: { route: Route }) {
  const t = texts()
  const place = usePlace()
  const { org } = place
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => setIsOpen(false), [route.href])
  const [, , section = ''] = route.path
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const close = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setIsOpen(false)
      opener.current?.focus()
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [isOpen])
  return (
    <div class="navigation">
      <button ref={opener} type="button" class="menu" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon name="menu" />
        {t.menu}
      </button>
      <nav aria-label={t.navigation} data-open={isOpen}>
        {navigationOf(place).map(({ label, links }) => (
          <div key={label} class="navigation-group">
            {label && <p>{label}</p>}
            <ul>
              {links.map(({ path, label: name, icon }) => (
                <li key={path}>
                  <a
                    href={screenHref(org, ...(path ? [path] : []))}
                    aria-current={path === section ? 'page' : undefined}
                  >
                    <Icon name={icon} />
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  )
}
