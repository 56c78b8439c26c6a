import { describe, expect, it } from 'vitest'
import { flawsOfChain } from '../../support/chain.ts'
import { type Answer, call } from '../../support/client.ts'
import { publicTypesOf } from '../../support/inspection.ts'
import { runs } from '../../support/proof.ts'
import { codeOf, pathOf, read, signer, storedChain } from '../../support/signature.ts'
import { agree, nativeRequest, signBody, visit } from '../../support/signing.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'

const requestCount = runs(100)
/** Each is two signers and a sender. */
const requestsAtOnce = 10

type Request = Awaited<ReturnType<typeof nativeRequest>>
type Act = 'sign' | 'decline' | 'cancel'

/** What the first signer, the second and the sender do at the same moment. */
const acts: readonly Act[][] = [
  ['sign', 'sign'],
  ['sign', 'decline'],
  ['decline', 'decline'],
  ['sign', 'sign', 'cancel'],
  ['decline', 'sign', 'cancel'],
]

/** Everybody is ready; then all act at once, signers by two clicks. */
async function race(of: Tenant, planned: readonly Act[]): Promise<{ request: Request; answers: Answer[] }> {
  const request = await nativeRequest(of, { deliveryMode: 'email', signers: [signer(), signer()] })
  const browsers = await Promise.all([visit(request, 0), visit(request, 1)])
  for (const browser of browsers) await agree(browser)
  const answers = await Promise.all(
    planned.flatMap((act, index) => {
      const browser = browsers[index]
      if (!browser) return [call('POST', `${pathOf(request.id)}/cancel`, { token: of.token })]
      const click = () =>
        act === 'sign'
          ? browser.post('/sign', signBody(request))
          : browser.post('/decline', { reason: 'Not what we agreed' })
      return [click(), click()]
    }),
  )
  return { request, answers }
}

/** What is wrong with a request after a race, by the contract's table of states. */
async function flawsOf(of: Tenant, { request, answers }: Awaited<ReturnType<typeof race>>): Promise<string[]> {
  const { status, signers } = await read(of, request.id)
  const steps = await storedChain(request.id)
  const events = await publicTypesOf(request.id)
  const count = (type: string) => steps.filter((step) => step.type === type).length
  const signedCount = signers.filter((one: Request) => one.status === 'signed').length
  const ends = steps.filter(({ type }) => ['completed', 'declined', 'canceled'].includes(type))
  const told = events.filter((type) => ['signature.declined', 'signature.canceled'].includes(type))
  const end = steps.findIndex(({ type }) => type === 'declined' || type === 'canceled')
  const late = end < 0 ? [] : steps.slice(end).filter(({ type }) => type === 'signed' || type === 'completed')
  const strange = answers.filter(({ status: code }) => code >= 500 || (code >= 400 && code !== 409)).map(codeOf)
  return [
    ...flawsOfChain(steps),
    ...(ends.length === (status === 'pending_signature' ? 0 : 1) ? [] : [`it ended ${ends.length} times`]),
    ...(ends.every(({ type }) => type === status) ? [] : [`${status} after ${ends.map(({ type }) => type)}`]),
    ...(told.length === (status === 'declined' || status === 'canceled' ? 1 : 0) ? [] : [`${told} were told`]),
    ...(count('signed') === signedCount ? [] : [`${count('signed')} signatures of ${signedCount} signers`]),
    ...(status === 'completed' && signedCount < 2 ? ['completed without everybody'] : []),
    ...late.map(({ type }) => `${type} after the end`),
    ...strange.map((code) => `somebody was answered ${code}`),
  ]
}

describe('signers who sign, decline and are canceled at the same moment', { timeout: 240_000 }, () => {
  it(`leave ${requestCount} requests each in one state, told once, with nobody signing after the end`, async () => {
    const of = await tenant({ signatureRequestLimit: null })
    const seen = new Map<string, number>()
    const flaws: string[] = []
    for (let first = 0; first < requestCount; first += requestsAtOnce) {
      const batch = Array.from({ length: requestsAtOnce }, (_, index) => acts[(first + index) % acts.length] ?? [])
      const raced = await Promise.all(batch.map((planned) => race(of, planned)))
      for (const [index, one] of raced.entries()) {
        const { status } = await read(of, one.request.id)
        seen.set(status, (seen.get(status) ?? 0) + 1)
        flaws.push(...(await flawsOf(of, one)).map((flaw) => `${batch[index]}: ${flaw}`))
      }
    }
    console.info(`how ${requestCount} requests ended: ${[...seen].map(([status, n]) => `${n} ${status}`).join(', ')}`)
    expect(flaws).toEqual([])
    expect([...seen.keys()].toSorted()).toEqual(expect.arrayContaining(['completed', 'declined']))
  })
})
