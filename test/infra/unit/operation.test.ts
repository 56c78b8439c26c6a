import { Match } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { countedEvents } from '../../../functions/outbox/business-metrics.ts'
import { appOfEmptyFunctions, resourcesOf, templateOf } from './synthesized-stack.ts'

const template = templateOf(appOfEmptyFunctions())
const ofType = (type: string) => Object.values(resourcesOf(template, type))
const alarms = ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties)

/** The names of the metrics that an alarm looks at. */
const metricsOf = ({ MetricName, Metrics = [] }: (typeof alarms)[number]): string[] =>
  MetricName
    ? [MetricName]
    : Metrics.flatMap(
        (each: { MetricStat?: { Metric: { MetricName: string } } }) => each.MetricStat?.Metric.MetricName ?? [],
      )
const onMetric = (name: string) => alarms.filter((alarm) => metricsOf(alarm).includes(name))

describe('alarms', () => {
  test('tell when they ring, and when it is over', () => {
    for (const { AlarmActions, OKActions, AlarmDescription } of alarms) {
      expect(AlarmActions).toHaveLength(1)
      expect(OKActions).toEqual(AlarmActions)
      expect(AlarmDescription.length).toBeGreaterThan(10)
    }
  })

  test.each([
    ['Throttles', 10],
    ['ConcurrentExecutions', 800],
    ['ReadThrottleEvents', 100],
    ['WriteThrottleEvents', 100],
    ['CallCount', 240_000],
    ['Reputation.BounceRate', 0.04],
    ['Reputation.ComplaintRate', 0.0008],
    ['SMSMonthToDateSpentUSD', 0.8],
    ['ExecutionThrottled', 0],
    ['5XXError', 5],
  ])('look at %s above %d', (metric, threshold) => {
    const looking = onMetric(metric)
    expect(looking).not.toEqual([])
    for (const { Threshold, ComparisonOperator } of looking)
      expect([Threshold, ComparisonOperator]).toEqual([threshold, 'GreaterThanThreshold'])
  })

  test('look at the indexes of the table as at the table itself', () => {
    const [alarm] = onMetric('WriteThrottleEvents')
    expect(JSON.stringify(alarm)).toMatch(/GSI1.*GSI2.*GSI3/)
  })

  test('look at the age of messages of each job, which fail twice without one', () => {
    const queues = ofType('AWS::SQS::Queue').filter(({ Properties }) => Properties.RedrivePolicy)
    const ages = onMetric('ApproximateAgeOfOldestMessage')
    expect(queues.length).toBeGreaterThan(10)
    expect(ages).toHaveLength(queues.length)
    const thresholds = queues.map(({ Properties }) => 2 * Properties.VisibilityTimeout + 600)
    expect(ages.map(({ Threshold }) => Threshold).toSorted()).toEqual(thresholds.toSorted())
  })

  test('are sent by e-mail where somebody is named, and otherwise to subscribers of the topic', () => {
    template.resourceCountIs('AWS::SNS::Subscription', 0)
    expect(() => appOfEmptyFunctions({ alarmMail: 'operators' })).toThrow('alarmMail')
  })
})

describe('the dashboard', () => {
  const [dashboard] = ofType('AWS::CloudWatch::Dashboard')
  const body = JSON.stringify(dashboard?.Properties.DashboardBody)

  test('shows alarms, gateways, functions, queues, the table, e-mails and what organizations do', () => {
    expect(dashboard?.Properties.DashboardName).toBe('sealpost')
    const shown = ['AWS/ApiGateway', 'AWS/Lambda', 'AWS/SQS', 'AWS/DynamoDB', 'AWS/SES', 'Sealpost', ...countedEvents]
    expect(shown.filter((name) => !body.includes(name))).toEqual([])
  })
})

test('queries of the logs of functions and gateways are saved', () => {
  const saved = ofType('AWS::Logs::QueryDefinition').map(({ Properties }) => Properties)
  const functions = ofType('AWS::Lambda::Function').length
  expect(saved.length).toBeGreaterThan(3)
  for (const { Name, QueryString, LogGroupNames } of saved) {
    expect(Name).toMatch(/^sealpost\/[a-z-]+$/)
    expect(QueryString).not.toContain('undefined')
    // Logs Insights takes fifty log groups.
    expect([2, functions]).toContain(LogGroupNames.length)
    expect(LogGroupNames.length).toBeLessThanOrEqual(50)
  }
})

test('functions that publish events count them under the name of the installation', () => {
  template.hasResourceProperties('AWS::Lambda::Function', {
    FunctionName: 'sealpost-event-relay',
    Environment: { Variables: Match.objectLike({ METRIC_NAMESPACE: 'Sealpost' }) },
  })
})

test('without the settings there is neither a budget nor a canary', () => {
  for (const type of ['AWS::Budgets::Budget', 'AWS::CodeDeploy::DeploymentGroup', 'AWS::Lambda::Alias'])
    template.resourceCountIs(type, 0)
  expect(() => appOfEmptyFunctions({ dollarsPerMonth: '100' })).toThrow('alarmMail')
})
