import { expect, test } from 'vitest'
import { allOperations } from '../../../infra/build/operation-groups.ts'
import { stackName } from '../../../infra/stack-name.ts'
import { appOfEmptyFunctions, resourcesOf, templateOf } from './synthesized-stack.ts'

const app = appOfEmptyFunctions()
const template = templateOf(app)
const ofType = (type: string) => Object.values(resourcesOf(template, type))
const stages = ofType('AWS::ApiGateway::Stage')
const apis = ofType('AWS::ApiGateway::RestApi')
const apiOf = (name: string) => apis.find(({ Properties }) => Properties.Name === name)?.Properties

interface MethodSetting {
  readonly ResourcePath: string
  readonly HttpMethod: string
  readonly ThrottlingRateLimit: number
  readonly ThrottlingBurstLimit: number
}

const settings: MethodSetting[] = stages.flatMap(({ Properties }) => Properties.MethodSettings)
const pathOf = ({ ResourcePath }: MethodSetting) => ResourcePath.replaceAll('~1', '/').replace(/^\/\//, '/')

test('each method takes so many requests a second, and each that anybody can call fewer', () => {
  expect(settings.length).toBeGreaterThan(2)
  for (const { ThrottlingBurstLimit, ThrottlingRateLimit } of settings)
    expect(ThrottlingBurstLimit).toBe(2 * ThrottlingRateLimit)
  const usual = settings.filter(({ HttpMethod }) => HttpMethod === '*').map((each) => each.ThrottlingRateLimit)
  expect(usual.toSorted()).toEqual([1000, 1000])
  const open = allOperations.filter(({ access }) => access.to === 'anyone' || access.to === 'link')
  expect(open).not.toEqual([])
  for (const { method, path } of open) {
    const own = settings.filter((each) => pathOf(each) === path && each.HttpMethod === method)
    expect(own.map(({ ThrottlingRateLimit }) => ThrottlingRateLimit)).toEqual([200])
  }
})

test('all of the identity provider, and unknown paths of the API, take fewer', () => {
  const proxies = settings.filter((each) => pathOf(each) === '/{proxy+}')
  expect(proxies.map(({ ThrottlingRateLimit }) => ThrottlingRateLimit)).toEqual([200, 200])
})

test('answers of the API are compressed, and pages of the identity provider, which have cookies, are not', () => {
  expect(apiOf(stackName).MinimumCompressionSize).toBe(1024)
  expect(apiOf(`${stackName}-auth`)).not.toHaveProperty('MinimumCompressionSize')
})

test('without a domain, the gateway answers at its own addresses', () => {
  for (const { Properties } of apis) expect(Properties.DisableExecuteApiEndpoint).not.toBe(true)
})

test('what a gateway logs of its errors is not kept for ever', () => {
  const groups = ofType('AWS::Logs::LogGroup').filter(({ Properties }) =>
    JSON.stringify(Properties.LogGroupName ?? '').includes('API-Gateway-Execution-Logs_'),
  )
  expect(groups.map(({ Properties }) => Properties.RetentionInDays)).toEqual([90, 90])
  for (const { Properties } of groups) expect(JSON.stringify(Properties.LogGroupName)).toContain('/live')
})

test('no job takes all that the account may run at once', () => {
  const ofQueues = ofType('AWS::Lambda::EventSourceMapping').filter(
    ({ Properties }) => !JSON.stringify(Properties.EventSourceArn).includes('StreamArn'),
  )
  expect(ofQueues.length).toBeGreaterThan(10)
  for (const { Properties } of ofQueues) {
    expect(Properties.ScalingConfig?.MaximumConcurrency).toBeGreaterThanOrEqual(2)
    expect(Properties.ScalingConfig.MaximumConcurrency).toBeLessThanOrEqual(50)
  }
})

test('nothing sets concurrency aside in a new account, which has none to spare', () => {
  for (const { Properties } of ofType('AWS::Lambda::Function'))
    expect(Properties).not.toHaveProperty('ReservedConcurrentExecutions')
})

test('the stack is protected from being deleted, unless a setting says otherwise', () => {
  const protectionOf = (from: typeof app) => from.synth().getStackArtifact(stackName).terminationProtection
  expect(protectionOf(app)).toBe(true)
})

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
test('the stack stays far from the quotas of CloudFormation', () => {
  const json = template.toJSON()
  expect(Object.keys(json.Resources).length).toBeLessThan(450)
  expect(Object.keys(json.Outputs).length).toBeLessThan(150)
  expect(JSON.stringify(json).length).toBeLessThan(900_000)
})

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
test('the gateways stay within their quotas', () => {
  for (const { Properties } of apis) {
    const paths = Object.keys(Properties.Body.paths)
    const resources = new Set(
      paths.flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))),
    )
    expect(resources.size).toBeLessThan(270)
    expect(JSON.stringify(Properties.Body).length).toBeLessThan(1_800_000)
    // Reserved for the gateway's own health checks at names of ours.
    for (const path of paths) expect(path).not.toMatch(/^\/s?ping$/)
  }
  for (const { Properties } of stages) expect(Properties.AccessLogSetting.Format.length).toBeLessThan(3_000)
})
