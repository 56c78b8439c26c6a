import * as v from 'valibot'
import { type ErrorCode, errorStatus } from '../../../shared/errors/error-codes.ts'
import { isRefusal, type Refusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { actorIn } from '../../../shared/http/run-handler.ts'
import { commitWithRetry } from '../../../shared/store/commit-with-retry.ts'
import { memberFacts, memberInput } from './member-facts.ts'
import { createdMemberView } from './partner-views.ts'
import { provisionedMember, wasDoubted } from './provisioned-member.ts'

const maxMembers = 100
const maxTries = 5

const outcomeView = v.pipe(
  v.object({
    status: v.pipe(
      v.number(),
      v.description('The HTTP status that a request with only this member would have returned.'),
    ),
    member: v.nullable(createdMemberView),
    error: v.nullable(
      v.object({ code: v.string(), message: v.string(), details: v.optional(v.record(v.string(), v.unknown())) }),
    ),
  }),
  v.title('ProvisionedMemberOutcome'),
)
type Outcome = v.InferOutput<typeof outcomeView>

const batchInput = v.object({ members: v.pipe(v.array(memberInput), v.minLength(1), v.maxLength(maxMembers)) })

export const provisionMembers = operation({
  id: 'provisionMembers',
  method: 'POST',
  path: '/v1/provisioning/orgs/{orgId}/members/batch',
  tag: 'Provisioning',
  summary: 'Add several members',
  description:
    'Adds the members one after the other and returns one outcome for each, in the same order. An error with ' +
    'one member does not affect the others. Only a request with a field of the wrong form is refused as a whole: ' +
    'it adds nobody. It is safe to repeat the request: nobody becomes a member twice, ' +
    'and members with an externalId are returned as they are.',
  access: { to: 'organization', permission: 'members.manage', scope: 'members:write', applicationsOnly: true },
  commitsInParts: true,
  body: json(batchInput),
  responses: { 200: v.object({ results: v.array(outcomeView) }) },
  errors: [],
  async preload({ table, readItems, path: { orgId }, principalId: applicationId, body, nowMs }) {
    const place = { applicationId, orgId, nowMs }
    return await Promise.all(body.members.map((input) => memberFacts({ table, readItems }, place, input)))
  },
  async handle({ access, principal, origin, body, preloaded, table, clock, ids, signal }) {
    const results: Outcome[] = []
    const committing = {
      table,
      clock,
      ids,
      author: { actor: actorIn(principal, access.orgId), ...origin },
      maxTries,
      signal,
    }
    // One after the other: they count at the same places, and would be in each other's way.
    for (const [index, input] of body.members.entries()) {
      let known = preloaded[index] ?? null
      const member = await commitWithRetry(committing, async (work) => {
        const facts = known
        known = null
        const joining = { table, work, ids, nowMs: clock(), access }
        const decided = await provisionedMember(joining, input, facts)
        // What was read before the others came may keep out whom they have made way for. Others' doing is met by the commit.
        const isOutdated = isRefusal(decided) && facts !== null && index > 0 && !wasDoubted(decided, input)
        return isOutdated ? await provisionedMember(joining, input, null) : decided
      })
      results.push(isRefusal(member) ? refused(member) : { status: statusOf(member), member, error: null })
    }
    return reply(200, { results })
  },
})

function statusOf({ created }: { readonly created: boolean }): number {
  return created ? 201 : 200
}

function refused({ refused: code, message, details }: Refusal<ErrorCode>): Outcome {
  const told = details === undefined ? {} : { details: { ...details } }
  return { status: errorStatus[code], member: null, error: { code, message, ...told } }
}
