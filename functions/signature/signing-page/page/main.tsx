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

/** The page's own path names its link: `/prefix/sign/token`. */
const base = location.pathname.replace(/\/+$/, '')
const signing = new Signing(signingApi(base), serverClock(), navigator.languages, tabEntries())

followHistory(signing)
askBeforeLeaving(signing)

const lookAgain = () => void signing.lookAgain()
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && lookAgain())
addEventListener('focus', lookAgain)
addEventListener('online', lookAgain)

// The state is asked for while the texts come: both are needed to show something.
lookAgain()
void loadReader().catch(() => undefined)
await loadMessages(signing.view.get().locale)
const root = document.getElementById('page')
if (root) render(<Page signing={signing} />, root)
