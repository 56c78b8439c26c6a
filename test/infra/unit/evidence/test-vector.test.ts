import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import sample from '../../../support/documents/sample-evidence.json' with { type: 'json' }
import { sampleEvidence } from '../../../support/documents/sample-evidence.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.warn('python3 is not installed: infra/checks/samples/check.py is not tested')

const program = readFileSync('infra/checks/samples/check.py', 'utf8')

function run(evidence: unknown) {
  return spawnSync('python3', ['-c', program], { input: JSON.stringify(evidence), encoding: 'utf8' })
}

describe('the sample of evidence', () => {
  it('has the hashes that are computed today', () => {
    expect(sample).toEqual(sampleEvidence())
  })

  it.skipIf(!hasPython)('holds for the sample program, and its broken twin does not', () => {
    expect(run(sample)).toMatchObject({ status: 0, stdout: `${sample.steps.length} steps hold\n` })
    const twin = structuredClone(sample)
    Object.assign(twin.steps[3] ?? {}, { at: '2026-03-01T14:00:00.000Z' })
    expect(run(twin)).toMatchObject({ status: 1, stderr: expect.stringContaining('step 4') })
    const shortened = { ...sample, steps: sample.steps.slice(0, -1) }
    expect(run(shortened)).toMatchObject({ status: 1, stderr: expect.stringContaining('end') })
  })
})
