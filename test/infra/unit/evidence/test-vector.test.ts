import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import sample from '../../../support/documents/sample-evidence.json' with { type: 'json' }
import { sampleEvidence } from '../../../support/documents/sample-evidence.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.warn('python3 is not installed: the algorithm as the README tells it is not tested')

/** The program of the README, which shares nothing with this project. */
async function programOfReadme(): Promise<string> {
  const readme = await readFile(new URL('../../../../infra/checks/README.md', import.meta.url), 'utf8')
  const [, program] = /```python\n([\s\S]*?)```/.exec(readme) ?? []
  if (!program) throw new Error('the README holds no program')
  return program
}

function run(program: string, evidence: unknown) {
  return spawnSync('python3', ['-c', program], { input: JSON.stringify(evidence), encoding: 'utf8' })
}

describe('the sample of evidence', () => {
  it('has the hashes that are computed today', () => {
    expect(sample).toEqual(sampleEvidence())
  })

  it.skipIf(!hasPython)('holds for the program of the README, and its broken twin does not', async () => {
    const program = await programOfReadme()
    expect(run(program, sample)).toMatchObject({ status: 0, stdout: `${sample.steps.length} steps hold\n` })
    const twin = structuredClone(sample)
    Object.assign(twin.steps[3] ?? {}, { at: '2026-03-01T14:00:00.000Z' })
    expect(run(program, twin)).toMatchObject({ status: 1, stderr: expect.stringContaining('step 4') })
    const shortened = { ...sample, steps: sample.steps.slice(0, -1) }
    expect(run(program, shortened)).toMatchObject({ status: 1, stderr: expect.stringContaining('end') })
  })
})
