import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { partnerScopes } from '../../shared/auth/permissions.ts'
import { httpsUrl, line } from '../../shared/http/values.ts'
import { hourMs } from '../../shared/platform/clock.ts'
import type { ApplicationChange } from './applications.ts'
import { pathGiven, valid } from './command.ts'
import { flawOfKeys, publicKeysSchema } from './public-keys.ts'
import { MisunderstoodCommand } from './refusal.ts'

/** The options by which an application is described. */
export const applicationOptions = {
  name: { type: 'string' },
  publisher: { type: 'string' },
  'logo-url': { type: 'string' },
  scopes: { type: 'string' },
  'redirect-uri': { type: 'string', multiple: true },
  jwks: { type: 'string' },
  'requests-per-minute': { type: 'string' },
} as const

type Given = { [Option in keyof typeof applicationOptions]?: string | readonly string[] }

/** An empty text takes away what was there. */
const nothing = v.pipe(
  v.literal(''),
  v.transform(() => undefined),
)

const scopeList = v.pipe(
  v.string(),
  v.transform((text) => [...new Set(text.split(',').map((scope) => scope.trim()))].filter(Boolean)),
  v.array(v.picklist(partnerScopes, `Known scopes: ${partnerScopes.join(', ')}.`)),
)

const longestUri = 2000
const mostUris = 20
const ownMachine = ['localhost', '127.0.0.1']

/** An address that a browser is sent back to. It is compared byte for byte, so it is kept as it was given. */
export function isRedirectUri(text: string): boolean {
  if (text.length > longestUri || !/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, hash, username, password } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && ownMachine.includes(hostname))
  return isSafe && !text.includes('#') && hash === '' && username === '' && password === ''
}

const redirectUris = v.pipe(
  v.array(v.string()),
  v.transform((uris) => [...new Set(uris)].filter((uri) => uri !== '')),
  v.maxLength(mostUris),
  v.everyItem(
    isRedirectUri,
    'Give https:// addresses without a fragment. http:// is only allowed for localhost and 127.0.0.1.',
  ),
)

const wholeNumber = (from: number, to: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, 'Give a whole number.'),
    v.transform(Number),
    v.minValue(from, `Give at least ${from}.`),
    v.maxValue(to, `Give at most ${to}.`),
  )

const descriptionSchema = v.object({
  name: v.optional(line(100)),
  publisher: v.optional(v.union([nothing, line(100)])),
  'logo-url': v.optional(
    v.union([nothing, httpsUrl], 'Give an address that starts with https://, of 2,000 characters at most.'),
  ),
  scopes: v.optional(scopeList),
  'redirect-uri': v.optional(redirectUris),
  jwks: v.optional(v.string()),
  'requests-per-minute': v.optional(wholeNumber(1, 100_000)),
})

/** What was given of an application, and nothing else. */
export async function describedApplication(given: Given): Promise<ApplicationChange> {
  const description = valid(descriptionSchema, given)
  const { name, publisher, scopes } = description
  const jwks = description.jwks === undefined ? undefined : await publicKeysIn(description.jwks)
  const named = {
    name,
    publisher,
    logoUrl: description['logo-url'],
    scopes,
    redirectUris: description['redirect-uri'],
    requestsPerMinute: description['requests-per-minute'],
    jwks,
  }
  const isGiven = (field: string) => Object.hasOwn(given, optionOf[field] ?? field)
  return Object.fromEntries(Object.entries(named).filter(([field]) => isGiven(field)))
}

const optionOf: Readonly<Record<string, string>> = {
  logoUrl: 'logo-url',
  redirectUris: 'redirect-uri',
  requestsPerMinute: 'requests-per-minute',
}

async function publicKeysIn(path: string): Promise<NonNullable<ApplicationChange['jwks']>> {
  const refuse = (reason: string) => new MisunderstoodCommand(`--jwks: ${path} ${reason}`)
  const text = await readFile(pathGiven(path), 'utf8').catch((error: Error) => {
    throw refuse(`cannot be read: ${error.message}`)
  })
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), publicKeysSchema), text)
  if (!success) throw refuse('is not a JSON Web Key Set: {"keys":[…]} with 1 to 10 keys.')
  const flaw = flawOfKeys(output.keys)
  if (flaw) throw refuse(flaw)
  return output
}

const overlapSchema = v.object({ 'overlap-hours': v.optional(wholeNumber(0, 168), '0') })

/** How long the secret so far goes on working. */
export function overlapMsIn(given: { 'overlap-hours'?: string }): number {
  return valid(overlapSchema, given)['overlap-hours'] * hourMs
}
