import type { Signing } from './signing.ts'
import type { Step } from './view.ts'

const steps: readonly Step[] = ['intro', 'read', 'write', 'code', 'sign']

/** Lets Back and Forward of the browser move between the steps. The address stays the same. */
export function followHistory(signing: Signing): void {
  let shown: Step = signing.view.get().step
  history.replaceState({ step: shown }, '')
  signing.view.subscribe(() => {
    const { step } = signing.view.get()
    if (step === shown) return
    shown = step
    history.pushState({ step }, '')
  })
  addEventListener('popstate', ({ state }: PopStateEvent) => {
    const step = steps.find((each) => each === state?.step)
    if (!step || !signing.view.get().state?.document) return
    // What is reached by it may be another step, such as that of the code: the next entry is not written for it.
    shown = step
    signing.goTo(step)
    shown = signing.view.get().step
  })
}
