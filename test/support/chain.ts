import { createHash } from 'node:crypto'
import { PDF } from '@libpdf/core'
import * as v from 'valibot'
import { type Evidence, evidence } from '../../shared/pdf/evidence-content.ts'

/** The evidence for machines that an evidence file holds. */
export async function evidenceIn(pdf: Uint8Array): Promise<Evidence> {
  const attachment = (await PDF.load(pdf)).getAttachment('evidence.json')
  return v.parse(evidence, JSON.parse(Buffer.from(attachment ?? []).toString('utf8')))
}

type Step = Evidence['steps'][number]

/** What is wrong with a chain of steps, computed from the published rule alone; nothing when it is whole. */
export function flawsOfChain(steps: readonly Step[]): string[] {
  let previous = ''
  const flaws: string[] = []
  for (const [index, step] of steps.entries()) {
    const { seq, at, type, actor, signerId, detail, ip, userAgent, prevHash } = step
    const content = { seq, at, type, actor, signerId, detail, ip, userAgent, prevHash }
    if (seq !== index + 1) flaws.push(`step ${index + 1} is numbered ${seq}`)
    if (prevHash !== previous) flaws.push(`step ${seq} does not follow the one before`)
    if (
      createHash('sha256')
        .update(JSON.stringify(sorted(content)))
        .digest('hex') !== step.hash
    )
      flaws.push(`hash of ${seq}`)
    previous = step.hash
  }
  return flaws
}

/** The same content with the keys of every object in order, which is what RFC 8785 asks of such content. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, member]) => [key, sorted(member)] as const)
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)))
}
