import * as v from 'valibot'
import { isNamed } from '../../../shared/auth/person.ts'
import { type Profile, profiles } from '../../../shared/auth/principal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { optionalLocaleTag, personName, publicHttpsUrl } from '../../../shared/http/values.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { accountEmails } from '../../../shared/store/accounts.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { meOf, namedPerson } from './me-of.ts'
import { meView } from './me-view.ts'

const profileInput = v.object({
  firstName: v.optional(personName()),
  lastName: v.optional(personName()),
  locale: optionalLocaleTag,
  avatarUrl: v.optional(v.nullable(publicHttpsUrl)),
  welcomeCompleted: v.optional(v.pipe(v.boolean(), v.description('Whether your app has shown its welcome.'))),
})
type ProfileChange = v.InferOutput<typeof profileInput>

export const changeMe = operation({
  id: 'changeMe',
  method: 'PATCH',
  path: '/v1/me',
  tag: 'Identity',
  summary: 'Change your profile',
  description:
    'Absent values stay as GET /v1/me shows them. Until you send a name, each organization sees the names that it ' +
    'gave you. From then on, all of them see your own.',
  access: { to: 'principal', peopleOnly: true },
  body: json(profileInput),
  responses: { 200: meView },
  errors: [],
  preload: async ({ account }) => recordsOf(profiles, await account)[0] ?? null,
  async handle({ principal, body, preloaded: profile, table, work, clock }) {
    if (!profile) throw new Error('the account of a principal was read with it')
    const nowMs = clock()
    const after = changedProfile({ ...principal, profile }, body, nowMs)
    if (JSON.stringify(after) !== JSON.stringify(profile)) write(work, profile, after)
    return reply(200, await meOf({ ...principal, profile: after }, { table, nowMs }))
  },
})

function changedProfile(
  person: Parameters<typeof namedPerson>[0],
  { welcomeCompleted, firstName, lastName, ...change }: ProfileChange,
  nowMs: number,
): Profile {
  const { profile } = person
  const { welcomeCompletedAt } = profile
  const shown = namedPerson(person)
  // The first name that a person sends confirms the other one, as they see it.
  const confirms = firstName !== undefined || lastName !== undefined || isNamed(profile)
  return {
    ...profile,
    ...change,
    ...(confirms && { firstName: firstName ?? shown.firstName, lastName: lastName ?? shown.lastName }),
    ...(welcomeCompleted !== undefined && {
      welcomeCompletedAt: welcomeCompleted ? (welcomeCompletedAt ?? timestamp(nowMs)) : null,
    }),
  }
}

function write(work: UnitOfWork, before: Profile, after: Profile): void {
  work.update(profiles, before, { ...after, version: before.version + 1 })
  const { id: userId, email, firstName, lastName, locale } = after
  const kind = 'person' as const
  if (email !== null) work.putPart(accountEmails, { email, userId, kind, firstName, lastName, locale })
}
