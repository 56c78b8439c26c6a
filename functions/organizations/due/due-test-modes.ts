import type { DueHandler } from '../../../shared/store/due.ts'
import { isTestModeKey } from '../../../shared/store/test-mode.ts'

/** Asks for the next step of test modes: one that was lost, a second look, a warning, or a purge. */
export const dueTestModes: DueHandler = {
  kind: 'DUE',
  owns: isTestModeKey,
  handle: async (platform, keys) => {
    const { askForSteps } = await import('./steps-of-test-modes.ts')
    return await askForSteps(platform, keys)
  },
}
