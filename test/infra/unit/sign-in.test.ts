import { describe, expect, test } from 'vitest'
import { appRedirectUris } from '../../../infra/constructs/app-redirect-uris.ts'
import { appOfEmptyFunctions, functionId, resourcesOf, templateOf } from './synthesized-stack.ts'

describe('where the service’s own app is answered', () => {
  test.each([
    [undefined, []],
    ['', []],
    ['https://app.example.com/callback', ['https://app.example.com/callback']],
    ['https://a.example.com/cb,http://localhost:8080/cb', ['https://a.example.com/cb', 'http://localhost:8080/cb']],
  ])('%s', (setting, expected) => {
    expect(appRedirectUris(setting)).toEqual(expected)
  })

  test.each([
    'http://app.example.com/callback',
    'https://app.example.com/callback#part',
    'https://somebody@app.example.com/callback',
    'https://app.example.com/a b',
    'https://app.example.com',
    'javascript:alert(1)',
    'callback',
  ])('%s is refused', (setting) => {
    expect(() => appRedirectUris(setting)).toThrow('appRedirectUris')
  })
})

function settingsOf(name: string, settings: Record<string, string>): string[] {
  const template = templateOf(appOfEmptyFunctions(settings))
  const { Properties } = resourcesOf(template, 'AWS::Lambda::Function')[functionId(template, name)] ?? {}
  return Object.keys(Properties.Environment.Variables)
}

const outside = { issuer: 'https://login.example.com', audience: 'urn:api' }

test('only an outside issuer can be excused from telling when people signed in', () => {
  expect(settingsOf('api-keys', { ...outside, reauthentication: 'off' })).toContain('REAUTHENTICATION')
  expect(settingsOf('api-keys', outside)).not.toContain('REAUTHENTICATION')
  expect(() => appOfEmptyFunctions({ reauthentication: 'off' })).toThrow('external identity provider')
  expect(() => appOfEmptyFunctions({ ...outside, reauthentication: 'false' })).toThrow('can only be off')
})

test('the identity provider is told of an app that there is', () => {
  expect(settingsOf('auth', { appRedirectUris: 'https://app.example.com/callback' })).toContain('APP_REDIRECT_URIS')
})

test('where no mail can be sent, nobody signs in, and the API sends nobody to consent', () => {
  expect(settingsOf('auth', { mailFrom: '' })).not.toContain('SIGN_IN_CODE_QUEUE_URL')
  expect(settingsOf('identity', { mailFrom: '' })).not.toContain('CONSENT_URL')
})

test('passkeys belong to the lasting domain, and are offered by nothing else', () => {
  const domain = { domain: 'sealpost.example.com', hostedZone: 'Z0123456789ABCDEFGHIJ' }
  const template = templateOf(appOfEmptyFunctions(domain))
  const { Properties } = resourcesOf(template, 'AWS::Lambda::Function')[functionId(template, 'auth')] ?? {}
  expect(Properties.Environment.Variables.PASSKEY_DOMAIN).toBe('sealpost.example.com')
  template.hasResourceProperties('AWS::Logs::MetricFilter', { FilterPattern: '"PasskeyCopied"' })
  expect(settingsOf('auth', {})).not.toContain('PASSKEY_DOMAIN')
  expect(settingsOf('auth', { ...domain, mailFrom: '' })).not.toContain('PASSKEY_DOMAIN')
})

test('people can sign in to the console, wherever its API is', () => {
  const addresses = (settings: Record<string, string>) => {
    const template = templateOf(appOfEmptyFunctions(settings))
    const { Properties } = resourcesOf(template, 'AWS::Lambda::Function')[functionId(template, 'auth')] ?? {}
    return JSON.stringify(Properties.Environment.Variables.APP_REDIRECT_URIS)
  }
  expect(addresses({})).toMatch(/execute-api.*\/live\/console\/callback/)
  const domain = { domain: 'sealpost.example.com', hostedZone: 'Z0123456789ABCDEFGHIJ' }
  expect(addresses(domain)).toContain('https://sealpost.example.com/console/callback')
})

const alternatives: Record<string, string>[] = [{}, { canary: 'on' }]

test.each(alternatives)('no resource waits for one that waits for it (%j)', (settings) => {
  const { Resources } = templateOf(appOfEmptyFunctions(settings)).toJSON()
  const waitsFor = new Map(Object.entries(Resources).map(([id, resource]) => [id, namedIn(resource, Resources)]))
  const done = new Set<string>()
  const follow = (id: string, way: readonly string[]): void => {
    expect(way).not.toContain(id)
    if (done.has(id)) return
    for (const next of waitsFor.get(id) ?? []) follow(next, [...way, id])
    done.add(id)
  }
  for (const id of waitsFor.keys()) follow(id, [])
})

/** The resources that a resource refers to, or depends on. */
function namedIn(value: unknown, resources: object): string[] {
  if (typeof value === 'string') return []
  if (Array.isArray(value)) return value.flatMap((each) => namedIn(each, resources))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'Ref' || key === 'DependsOn') return [inner].flat().filter((id) => Object.hasOwn(resources, id))
    if (key === 'Fn::GetAtt') return [Array.isArray(inner) ? inner[0] : String(inner).split('.')[0]]
    return namedIn(inner, resources)
  })
}
