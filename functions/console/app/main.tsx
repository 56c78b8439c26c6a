import { render } from 'preact'
import { Console } from './console.tsx'
import { SignInPage } from './front-page.tsx'
import './language.ts'
import { currentRoute } from './router.ts'
import { arrive, signIn } from './session.ts'
import { isCallback, settings } from './settings.ts'

const root = document.getElementById('page')

/** Puts the route back into the address, and the code of the sign-in out of it. */
function standAt(route: string): void {
  history.replaceState(null, '', `${settings.baseUrl}/console${route}`)
}

async function start(): Promise<void> {
  if (!root) return
  if (!isCallback) return void (await signIn({ isSilent: true, route: currentRoute() }))
  const parameters = new URLSearchParams(location.search)
  standAt('')
  const arrival = await arrive(parameters)
  standAt(arrival.route)
  if (arrival.kind === 'signed_in') return render(<Console />, root)
  render(<SignInPage route={arrival.route} hasFailed={arrival.kind === 'failed'} />, root)
}

start().catch(() => {
  if (root) render(<SignInPage route={currentRoute()} hasFailed={true} />, root)
})
