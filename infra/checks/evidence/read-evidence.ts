import * as v from 'valibot'
import { type ProofContent, proofContent, proofFormat } from '../../../functions/registered-mail/model/proof-content.ts'
import { type Evidence, evidence, evidenceFormat } from '../../../shared/pdf/evidence-content.ts'
import type { Link } from '../../../shared/platform/chain-flaws.ts'
import { hasRepeatedMember } from '../repeated-members.ts'

/** Evidence as it stands in a file: its steps also with what the format does not know, since their hashes are over all. */
export interface ReadContent<Content> {
  readonly content: Content
  readonly links: readonly Link[]
}

export type ReadEvidence = ReadContent<Evidence>
export type ReadProof = ReadContent<ProofContent>

/** Why a text is no evidence; `foreign` where it does not even say that it were. */
export interface NoEvidence {
  readonly fault: string
  readonly foreign: boolean
}

const isLink = (value: unknown): value is Link => typeof value === 'object' && value !== null && !Array.isArray(value)
const withSteps = v.object({ steps: v.array(v.custom<Link>(isLink)) })

export function readEvidence(bytes: Uint8Array): ReadEvidence | NoEvidence {
  return readContent(bytes, evidenceFormat, evidence)
}

/** A proof of a registered mail. */
export function readProof(bytes: Uint8Array): ReadProof | NoEvidence {
  return readContent(bytes, proofFormat, proofContent)
}

function readContent<Content>(
  bytes: Uint8Array,
  format: string,
  schema: v.GenericSchema<unknown, Content>,
): ReadContent<Content> | NoEvidence {
  const parsed = parse(bytes)
  if (!parsed) return { fault: 'it is not JSON in UTF-8', foreign: true }
  const { text, value } = parsed
  if (!v.is(v.object({ format: v.literal(format) }), value))
    return { fault: `it does not say "format": "${format}"`, foreign: true }
  const read = v.safeParse(schema, value)
  if (!read.success) return { fault: faultIn(read.issues[0]), foreign: false }
  if (hasRepeatedMember(text, value))
    return { fault: 'an object has the same member twice, which programs read differently', foreign: false }
  return { content: read.output, links: v.parse(withSteps, value).steps }
}

function parse(bytes: Uint8Array): { text: string; value: unknown } | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { text, value: JSON.parse(text) }
  } catch {
    return null
  }
}

function faultIn(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue)
  return `${path ? `"${path}"` : 'it'} does not follow the format: ${issue.message}`
}
