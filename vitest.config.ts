import { defineConfig } from 'vitest/config'

/** Unit tests stand alone; the API tests share one local cloud, in which each test has an organization of its own. */
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['test/api/**/*.test.ts'],
          globalSetup: ['test/api/support/local-cloud.ts'],
        },
      },
    ],
  },
})
