import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkFiles } from '../../../../infra/checks/evidence/check-files.ts'
import type { Evidence, EvidenceStep } from '../../../../shared/pdf/evidence-content.ts'
import { contentHash } from '../../../../shared/platform/hash-chain.ts'
import { sampleEvidence } from '../../../support/documents/sample-evidence.ts'

const whole = sampleEvidence()

/** The checks that fail for evidence as bare JSON. */
async function failed(evidence: unknown): Promise<string[]> {
  const bytes = Buffer.from(JSON.stringify(evidence))
  const { checks } = await checkFiles({ name: 'evidence.json', bytes })
  return checks.filter(({ flaws }) => flaws.length > 0).map(({ says }) => says.replace(/\d+ /g, ''))
}

const rules = {
  format: 'The evidence has the known format',
  hashes: 'Each of the steps has the hash of its content: none was changed',
  order: 'Each step has the next number and the hash of the previous step: none is missing, added or moved',
  end: 'The chain ends as the evidence says: no step was removed from or added to the end',
  document: 'Every signer signed the document that was sent',
  signers: 'The title, and the names, e-mails, methods, times and addresses of the signers match the steps',
}
type Rule = keyof typeof rules

function withSteps(change: (steps: EvidenceStep[]) => EvidenceStep[]): Evidence {
  return { ...whole, steps: change(whole.steps) }
}

function withStep(index: number, change: (step: EvidenceStep) => object): object {
  return { ...whole, steps: whole.steps.map((step, place) => (place === index ? { ...step, ...change(step) } : step)) }
}

/** Steps numbered, linked and hashed anew, as somebody does who knows the rule. */
function relinked(steps: readonly EvidenceStep[]): EvidenceStep[] {
  let prevHash = ''
  return steps.map(({ hash: _, ...step }, index) => {
    const content = { ...step, seq: index + 1, prevHash }
    prevHash = contentHash(content)
    return { ...content, hash: prevHash }
  })
}

const otherSha256 = 'ab'.repeat(32)
const last = whole.steps.length - 1
const signature = whole.steps.findIndex(({ type }) => type === 'signed')
const [firstSigner] = whole.signers

function withSigner(change: Partial<Evidence['signers'][number]>): object {
  return { ...whole, signers: [{ ...firstSigner, ...change }, ...whole.signers.slice(1)] }
}

const tampered: Record<string, [evidence: object, ...rules: Rule[]]> = {
  'a step left out': [withSteps((steps) => steps.toSpliced(2, 1)), 'order', 'end', 'signers'],
  'the first step left out': [withSteps((steps) => steps.slice(1)), 'order', 'end', 'document'],
  'a step left out, the rest numbered and linked anew': [withSteps((steps) => relinked(steps.toSpliced(3, 1))), 'end'],
  'steps in another order': [withSteps((steps) => [...steps.slice(1), ...steps.slice(0, 1)]), 'order', 'end'],
  'the chain cut off': [withSteps((steps) => steps.slice(0, -1)), 'end'],
  'the chain cut off, with an end of its own length': [
    { ...withSteps((steps) => steps.slice(0, -1)), chain: { ...whole.chain, length: last } },
    'end',
  ],
  'no steps at all': [withSteps(() => []), 'end', 'document', 'signers'],
  'a step twice': [withSteps((steps) => steps.toSpliced(1, 0, ...steps.slice(1, 2))), 'order', 'end'],
  'a step appended as the rule asks': [withSteps((steps) => relinked([...steps, ...steps.slice(-1)])), 'end'],
  'a detail changed': [withStep(0, ({ detail }) => ({ detail: { ...detail, pageCount: 9 } })), 'hashes'],
  'a detail added whose name every object has': [
    withStep(0, ({ detail }) => ({ detail: { ...detail, constructor: 'x' } })),
    'hashes',
  ],
  'a time changed': [withStep(last, () => ({ at: '2026-03-01T14:00:00.000Z' })), 'hashes'],
  'the time of a signature changed': [
    withStep(signature, () => ({ at: '2026-03-01T14:00:00.000Z' })),
    'hashes',
    'signers',
  ],
  'a time written otherwise': [withStep(last, ({ at }) => ({ at: at.replace('Z', '+00:00') })), 'hashes'],
  'a hash changed': [withStep(3, () => ({ hash: otherSha256 })), 'hashes', 'order'],
  'the last hash changed': [withStep(last, () => ({ hash: otherSha256 })), 'hashes', 'end'],
  'half a character': [withStep(2, () => ({ userAgent: '\ud800' })), 'hashes'],
  'an actor who has more to tell': [withStep(2, ({ actor }) => ({ actor: { ...actor, toString: 'x' } })), 'format'],
  'a step that says what the format does not know': [withStep(2, () => ({ comment: 'x' })), 'format'],
  'a step without an address': [withStep(2, () => ({ ip: undefined })), 'format'],
  'another version': [{ ...whole, version: 99 }, 'format'],
  'another title': [{ ...whole, request: { ...whole.request, title: 'Vente' } }, 'signers'],
  'another name of a signer': [withSigner({ name: 'Mallory Other' }), 'signers'],
  'another e-mail of a signer': [withSigner({ email: 'mallory@example.com' }), 'signers'],
  'another method of a signer': [withSigner({ authentication: 'Identity check by the vendor' }), 'signers'],
  'a method that there is not': [withSigner({ authentication: 'toString' }), 'signers'],
  'another end': [{ ...whole, chain: { ...whole.chain, hash: otherSha256 } }, 'end'],
  'another document': [{ ...whole, document: { ...whole.document, sha256: otherSha256 } }, 'document'],
  'another file name': [{ ...whole, document: { ...whole.document, fileName: 'b.pdf' } }, 'document'],
  'another size': [{ ...whole, document: { ...whole.document, size: 1 } }, 'document'],
  'a signer less': [{ ...whole, signers: whole.signers.slice(1) }, 'signers'],
  'a signer twice': [{ ...whole, signers: [...whole.signers, firstSigner] }, 'signers'],
  'a signer more': [{ ...whole, signers: [...whole.signers, { ...firstSigner, id: 'other' }] }, 'signers'],
  'another time of a signature': [
    { ...whole, signers: [{ ...firstSigner, signedAt: whole.issuedAt }, ...whole.signers.slice(1)] },
    'signers',
  ],
  'another address of a signature': [
    { ...whole, signers: [{ ...firstSigner, ip: null }, ...whole.signers.slice(1)] },
    'signers',
  ],
}

describe('evidence as bare JSON', () => {
  it('holds as it was written, and says that nothing proves who wrote it', async () => {
    const report = await checkFiles({ name: 'evidence.json', bytes: Buffer.from(JSON.stringify(whole)) })
    expect(report.checks.flatMap(({ flaws }) => flaws)).toEqual([])
    expect(report.checks).toHaveLength(5)
    expect(report.limits[0]).toContain('the bare JSON without a seal')
    expect(report.seal).toBeNull()
  })

  it.for(Object.entries(tampered))('with %s is found out', async ([, [evidence, ...expected]]) => {
    expect(await failed(evidence)).toEqual(expected.map((rule) => rules[rule]))
  })

  it('of a version whose steps hold no names does not claim that they do', async () => {
    const bytes = await readFile(
      new URL('../../../support/documents/cases/evidence-altered-names.json', import.meta.url),
    )
    const { checks, limits } = await checkFiles({ name: 'evidence.json', bytes })
    expect(checks.map(({ says }) => says).join()).not.toMatch(/name|e-mail|method/i)
    expect(limits).toContainEqual(expect.stringContaining('names, e-mails and methods of the signers: no step'))
  })

  it('with a member twice is found out, whichever of the two a reader takes', async () => {
    const text = JSON.stringify(whole).replace('"livemode":true', '"livemode":false,"livemode":true')
    const { checks } = await checkFiles({ name: 'evidence.json', bytes: Buffer.from(text) })
    expect(checks[0]?.flaws).toEqual(['an object has the same member twice, which programs read differently'])
  })

  it('nested to any depth is looked at', async () => {
    const text = JSON.stringify(withStep(2, () => ({ detail: { deep: 0 } })))
    const bytes = Buffer.from(text.replace('"deep":0', `"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}`))
    const { checks } = await checkFiles({ name: 'evidence.json', bytes })
    expect(checks[0]?.flaws).toEqual(['step 3 does not have the hash of its content'])
  })

  it.for(['', '{', '[]', '{"format":"other"}', 'GIF89a', '\ufeff', '{"format":"sealpost-evidence\ud800"}'])(
    'is not what %j is',
    async (text) => {
      const file = { name: 'evidence.json', bytes: Buffer.from(text) }
      await expect(checkFiles(file)).rejects.toThrow('is neither an evidence PDF nor evidence.json')
    },
  )

  it('shows any single change of any field of any step', async () => {
    const places = whole.steps.flatMap((step, index) => pathsIn(step).map((path) => [index, ...path]))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), fc.jsonValue(), async (path, value) => {
        const steps: unknown = structuredClone(whole.steps)
        fc.pre(put(steps, path, value))
        expect(await failed({ ...whole, steps })).not.toEqual([])
      }),
      { numRuns: 400 },
    )
  })
})

/** Where a value stands within another: the members of objects and lists, whatever they hold. */
function pathsIn(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [[name], ...pathsIn(member).map((path) => [name, ...path])])
}

/** Puts another value at a place; false where it is the very value that was there. */
function put(root: unknown, path: readonly (string | number)[], value: unknown): boolean {
  const names = path.slice(0, -1)
  const owner = names.reduce<unknown>((object, name) => (isObject(object) ? object[name] : undefined), root)
  const name = path.at(-1)
  if (!isObject(owner) || name === undefined) throw new Error(`there is nothing at ${path.join('.')}`)
  const isOther = JSON.stringify(owner[name]) !== JSON.stringify(value)
  owner[name] = value
  return isOther
}

function isObject(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null
}
