import type { Reporter, TestModule } from 'vitest/node'

/** Names at the end every test that passed only at its second try: each is a bug of the test or of the product. */
export default class Retries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const retried = modules.flatMap((module) =>
      [...module.children.allTests()].filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0),
    )
    if (retried.length === 0) return
    console.log(`\n${retried.length} tests were tried twice. Each counts as a bug:`)
    for (const { module, fullName } of retried) console.log(`  ${module.relativeModuleId} > ${fullName}`)
  }
}
