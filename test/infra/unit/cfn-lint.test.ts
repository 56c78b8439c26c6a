import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isProof } from '../../support/proof.ts'
import { appOfEmptyFunctions, everySetting, templateOf } from './synthesized-stack.ts'

/** Regions where the service is deployed first. */
const regions = ['us-east-1', 'eu-west-3', 'eu-central-1']
/** CDK says that a function depends on its role, which follows from the function, too. */
const ignored = 'W3005'

const isInstalled = isProof && spawnSync('cfn-lint', ['--version']).status === 0
const why = isProof ? 'cfn-lint is not installed: pip install cfn-lint' : 'a part of npm run test:proof'

test.runIf(isInstalled).each<[string, Record<string, string>]>([
  ['without settings', {}],
  ['with every setting', everySetting],
])('cfn-lint finds nothing in the template %s', (_, settings) => {
  const path = join(mkdtempSync(join(tmpdir(), 'template-')), 'template.json')
  writeFileSync(path, JSON.stringify(templateOf(appOfEmptyFunctions(settings)).toJSON()))
  const { stdout, stderr } = spawnSync('cfn-lint', ['-r', ...regions, '-i', ignored, '-t', path], { encoding: 'utf8' })
  expect(stdout + stderr).toBe('')
})

test.skipIf(isInstalled)(`cfn-lint is skipped: ${why}`, () => {})
