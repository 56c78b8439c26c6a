import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linked, type Step, type StepDraft, stepHash, stepTypes } from '../../../functions/signature/model/step.ts'
import { canonicalJson } from '../../../shared/platform/canonical-json.ts'
import { emptyChain } from '../../../shared/platform/hash-chain.ts'
import { uuid } from './sample-request.ts'

const drafts = fc.array(
  fc.record({
    type: fc.constantFrom(...stepTypes),
    actor: fc.record({
      type: fc.constantFrom('user', 'api_key', 'signer', 'system', 'vendor'),
      id: fc.option(fc.string()),
      name: fc.string(),
    }),
    detail: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string()))),
    ip: fc.option(fc.ipV4()),
    userAgent: fc.option(fc.string()),
  }),
  { minLength: 1, maxLength: 8 },
)

function chainOf(made: readonly StepDraft[]): Step[] {
  let number = 0
  const base = { requestId: uuid(100), at: '2026-03-01T12:00:00.000Z', ids: () => uuid(number++) }
  return linked(emptyChain, made, base).steps
}

/** The place of the first link that does not follow, or null for a whole chain that ends as the request says. */
function broken(steps: readonly Step[], end: { length: number; hash: string }): number | null {
  let previous = ''
  for (const [index, step] of steps.entries()) {
    if (step.seq !== index + 1 || step.prevHash !== previous || stepHash(step) !== step.hash) return index
    previous = step.hash
  }
  return steps.length === end.length && previous === end.hash ? null : steps.length
}

const endOf = (steps: readonly Step[]) => ({ length: steps.length, hash: steps.at(-1)?.hash ?? '' })

describe('the chain of steps', () => {
  it('is whole as it was made, and after any number of continuations', () => {
    fc.assert(
      fc.property(drafts, drafts, (first, second) => {
        const base = { requestId: uuid(100), at: '2026-03-01T12:00:00.000Z', ids: () => uuid(1) }
        const start = linked(emptyChain, first, base)
        const whole = linked(start.chain, second, base)
        expect(broken([...start.steps, ...whole.steps], whole.chain)).toBeNull()
      }),
    )
  })

  it('ends otherwise when a step is rewritten, however well everything after it is linked anew', () => {
    fc.assert(
      fc.property(drafts, fc.nat(), (made, place) => {
        const steps = chainOf(made)
        const index = place % steps.length
        let previous = steps[index]?.prevHash ?? ''
        const rewritten = steps.slice(index).map((step, after) => {
          const content = {
            ...step,
            prevHash: previous,
            userAgent: after === 0 ? `${step.userAgent}x` : step.userAgent,
          }
          previous = stepHash(content)
          return { ...content, hash: previous }
        })
        const whole = [...steps.slice(0, index), ...rewritten]
        expect(broken(whole, endOf(whole))).toBeNull()
        expect(broken(whole, endOf(steps))).toBe(steps.length)
      }),
    )
  })

  it('shows any change of any content of any step', () => {
    const changes: readonly ((step: Step) => Step)[] = [
      (step) => ({ ...step, at: '2026-03-01T12:00:00.001Z' }),
      (step) => ({ ...step, type: step.type === 'signed' ? 'opened' : 'signed' }),
      (step) => ({ ...step, actor: { ...step.actor, name: `${step.actor.name}x` } }),
      (step) => ({ ...step, actor: { ...step.actor, id: `${step.actor.id}x` } }),
      (step) => ({ ...step, signerId: uuid(9) }),
      (step) => ({ ...step, detail: { ...step.detail, added: 1 } }),
      (step) => ({ ...step, detail: null }),
      (step) => ({ ...step, ip: '203.0.113.9' }),
      (step) => ({ ...step, userAgent: `${step.userAgent}x` }),
      (step) => ({ ...step, seq: step.seq + 1 }),
      (step) => ({ ...step, prevHash: step.hash }),
      (step) => ({ ...step, hash: step.hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }),
    ]
    fc.assert(
      fc.property(drafts, fc.nat(), fc.constantFrom(...changes), (made, place, change) => {
        const steps = chainOf(made)
        const index = place % steps.length
        const step = steps[index]
        if (!step) return
        const changed = change(step)
        fc.pre(JSON.stringify(changed) !== JSON.stringify(step))
        expect(broken(steps.with(index, changed), endOf(steps))).toBe(index)
      }),
    )
  })

  it('shows a step left out, put in, doubled or moved', () => {
    fc.assert(
      fc.property(drafts, fc.nat(), (made, place) => {
        const steps = chainOf(made)
        const index = place % steps.length
        const step = steps[index]
        if (!step) return
        expect(broken(steps.toSpliced(index, 1), endOf(steps))).not.toBeNull()
        expect(broken(steps.toSpliced(index, 0, step), endOf(steps))).not.toBeNull()
        if (steps.length > 1) expect(broken([...steps.slice(1), ...steps.slice(0, 1)], endOf(steps))).not.toBeNull()
      }),
    )
  })

  it('does not depend on the order in which a table gives keys back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value))
        // -0 is written as 0, as in any JSON.
        expect(JSON.stringify(JSON.parse(canonicalJson(value)))).toBeDefined()
        expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value))
      }),
    )
  })
})

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  )
}
