import { afterAll, vi } from 'vitest'

/** The next file of the process finds everything as it is. */
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
