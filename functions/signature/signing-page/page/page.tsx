import { useEffect, useRef, useState } from 'preact/hooks'
import { plainBrand, serviceName } from '../../../../shared/pages/brand.ts'
import { PageFooter } from '../../../../shared/pages/components/page-footer.tsx'
import { PageHeader } from '../../../../shared/pages/components/page-header.tsx'
import { showAccent } from '../../../../shared/pages/show-accent.ts'
import { ShownContext, useShown } from './context.ts'
import { nameOf } from './draft.ts'
import { Ended } from './ended.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { messagesOf, spokenLocale } from './messages.ts'
import { Signed } from './signed.tsx'
import type { Signing } from './signing.ts'
import { SigningScreen } from './signing-screen.tsx'
import { screenIn, type View } from './view.ts'

export function Page({ signing }: { signing: Signing }) {
  const view = useView(signing)
  const texts = messagesOf(view.locale)
  const screen = screenIn(view)
  const { state } = view
  const accent = state?.request.brand.accent ?? null
  useEffect(() => showAccent(accent, document.documentElement), [accent?.light, accent?.dark])
  const title = state ? texts.pageTitle(state.request.title) : texts.loading
  useEffect(() => {
    document.documentElement.lang = spokenLocale(view.locale)
    document.title = title
  }, [view.locale, title])
  return (
    <ShownContext.Provider value={{ signing, view, texts }}>
      <Header />
      {screen === 'signing' ? (
        <SigningScreen />
      ) : (
        <main class="plain-screen">
          <ScreenOf screen={screen} />
        </main>
      )}
      {!state?.document || screen !== 'signing' ? <Footer /> : null}
    </ShownContext.Provider>
  )
}

function ScreenOf({ screen }: { screen: Exclude<ReturnType<typeof screenIn>, 'signing'> }) {
  const { view, texts } = useShown()
  if (screen === 'signed') return <Signed />
  if (screen || view.failure) return <Ended screen={screen} />
  return <p role="status">{texts.loading}</p>
}

function Header() {
  const { view, texts } = useShown()
  const { request, document, you } = view.state ?? {}
  return (
    <PageHeader
      name={request?.organizationName ?? (view.state || view.failure ? serviceName : undefined)}
      logoUrl={request?.brand.logoUrl}
      testBanner={request?.livemode === false ? texts.testBanner : null}
    >
      {document && you && <p class="signer">{nameOf(you)}</p>}
      <LanguageSwitch />
    </PageHeader>
  )
}

/** Who asks and how to reach them, below every screen; beside an open document it is in the panel. */
function Footer() {
  const { view } = useShown()
  return <PageFooter brand={view.state?.request.brand ?? plainBrand()} locale={view.locale} />
}

function useView(signing: Signing): View {
  const [view, setView] = useState(signing.view.get())
  const first = useRef(view)
  useEffect(() => {
    const show = () => setView(signing.view.get())
    if (signing.view.get() !== first.current) show()
    return signing.view.subscribe(show)
  }, [signing])
  return view
}
