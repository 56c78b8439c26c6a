import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { seedOfSources } from './test/support/seed-of-sources.ts'

/** A process runs one file after another and loads shared modules once. Tests restore what they stub. */
const inSharedProcesses = { isolate: false }
/** Kinds of tests run one after the other: hostile documents have their time limits, and clouds their processors. */
const inTurns = (groupOrder: number) => ({ maxWorkers: 2, sequence: { groupOrder } })
/** Each file starts a cloud. */
const onCloudsOfTheirOwn = { maxWorkers: 3, maxConcurrency: 3, sequence: { groupOrder: 3 } }
/** Each file starts a browser. A browser may stumble once: reported as a bug, and tried again. */
const inBrowsers = { maxWorkers: 3, sequence: { groupOrder: 4 }, retry: 1 }

/** Unit tests that need their own process: they replace modules, or start engines and programs. */
const alone = ['test/infra/unit/{local,local-engines}/*.test.ts', 'test/*/unit/**/*.alone.test.ts']

/**
 * Threads of functions live for seconds. With the usual first megabyte for new objects they collect garbage again and again while they
 * load; with this many from the start, hardly ever.
 */
const roomForNewObjects = '--min-semi-space-size=8'
// The cloud of the API tests runs in this process.
setFlagsFromString(roomForNewObjects)

// Worker processes inherit these. Node compiles the AWS SDK and the CDK once for all of them.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.build/compile-cache', import.meta.url))
process.env.FAULTS_SEED ??= String(seedOfSources())

/** Unit tests need no cloud; the API tests share one local cloud, in which each test has an organization of its own. */
export default defineConfig({
  test: {
    execArgv: [roomForNewObjects],
    // For what hangs. How fast a machine is must fail no test, so whatever is waited for ends earlier, with its name.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // After this vitest exits, whatever a teardown had yet to find: a cloud closes slowly on a busy machine.
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['test/support/seeded-properties.ts'],
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/support/retries.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/*/unit/**/*.test.ts'],
          exclude: alone,
          ...inTurns(1),
          ...inSharedProcesses,
        },
      },
      { extends: true, test: { name: 'unit-alone', include: alone, ...inTurns(2) } },
      {
        extends: true,
        test: {
          name: 'api',
          // The cloud works for two at once.
          maxWorkers: 2,
          include: ['test/*/api/**/*.test.ts', 'test/matrices/**/*.test.ts'],
          globalSetup: ['test/support/local-cloud.ts'],
          setupFiles: ['test/support/use-provided-cloud.ts'],
          ...inSharedProcesses,
        },
      },
      { extends: true, test: { name: 'faults', include: ['test/faults/*.test.ts'], ...onCloudsOfTheirOwn } },
      { extends: true, test: { name: 'browser', include: ['test/browser/**/*.test.ts'], ...inBrowsers } },
    ],
  },
})
