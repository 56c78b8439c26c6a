import { render } from 'preact'
import { loadReader } from '../../../../shared/pages/pdf/pdf-document.ts'
import { askBeforeLeaving } from './ask-before-leaving.ts'
import { tabEntries } from './kept-entries.ts'
import { loadMessages } from './messages.ts'
import { Page } from './page.tsx'
import { serverClock } from './server-clock.ts'
import { Signing } from './signing.ts'
import { signingApi } from './signing-api.ts'
import { followHistory } from './step-history.ts'
import { takeReturned, wayBack } from './way-back.ts'

/** The page's own path names its link: `/prefix/sign/token`. */
const base = location.pathname.replace(/\/+$/, '')
const entries = tabEntries()
const signing = new Signing(signingApi(base), serverClock(), navigator.languages, entries)

followHistory(signing)
askBeforeLeaving(signing)

const lookAgain = () => void signing.lookAgain()
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && lookAgain())
addEventListener('focus', lookAgain)
addEventListener('online', lookAgain)

// The state is asked for while the texts come: both are needed to show something.
const returned = takeReturned(entries, location)
const back = wayBack(entries, location)
if (back !== null) location.replace(back)
else if (returned) void signing.lookAgain().then(() => signing.finishRemotely(returned))
else lookAgain()
void loadReader().catch(() => undefined)
await loadMessages(signing.view.get().locale)
const root = document.getElementById('page')
if (root) render(<Page signing={signing} />, root)
