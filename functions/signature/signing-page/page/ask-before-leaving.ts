import { hasEntries } from './draft.ts'
import type { Signing } from './signing.ts'
import { screenIn } from './view.ts'

/** Has the browser ask before somebody leaves the page with entries that are not signed. It asks in its own words. */
export function askBeforeLeaving(signing: Signing): void {
  addEventListener('beforeunload', (event) => {
    const view = signing.view.get()
    if (view.state?.document && screenIn(view) === 'signing' && hasEntries(view.draft, view.state))
      event.preventDefault()
  })
}
