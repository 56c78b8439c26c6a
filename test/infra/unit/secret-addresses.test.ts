import { expect, test } from 'vitest'
import { operationGroups } from '../../../infra/build/operation-groups.ts'
import { appOfEmptyFunctions, resourcesOf, templateOf } from './synthesized-stack.ts'

interface MethodSetting {
  readonly ResourcePath: string
  readonly HttpMethod: string
  readonly LoggingLevel: string
}

const stages = Object.values(resourcesOf(templateOf(appOfEmptyFunctions()), 'AWS::ApiGateway::Stage'))
const settings: MethodSetting[] = stages.flatMap(({ Properties }) => Properties.MethodSettings)

test('no segment of the gateway is kept, since it would tell the links of signers', () => {
  expect(stages.length).toBeGreaterThan(0)
  for (const { Properties } of stages) expect(Properties.TracingEnabled).toBe(false)
})

const ofInvitations = operationGroups.structure.filter(({ access }) => access.to === 'link')

test.each([...operationGroups.signing, ...ofInvitations])(
  'the gateway logs nothing of $method $path but what is never secret',
  ({ method, path }) => {
    const own = settings.filter(({ ResourcePath }) => ResourcePath.replaceAll('~1', '/').replace(/^\/\//, '/') === path)
    expect(own.filter(({ HttpMethod }) => HttpMethod === method)).toMatchObject([{ LoggingLevel: 'OFF' }])
  },
)

test('the gateway logs nothing of how people sign in, nor of unknown paths, which may be those of a link', () => {
  const ofProxies = settings.filter(({ ResourcePath }) => ResourcePath.endsWith('~1{proxy+}'))
  const silent = { HttpMethod: 'ANY', LoggingLevel: 'OFF' }
  expect(ofProxies).toMatchObject([silent, silent])
})

test('what can be logged of each request names its route, and not its path', () => {
  for (const { Properties } of stages) {
    expect(Properties.AccessLogSetting.Format).toContain('$context.resourcePath')
    expect(Properties.AccessLogSetting.Format).not.toMatch(/\$context\.path\b/)
  }
})
