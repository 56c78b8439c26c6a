import { Duration, Stack } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  Metric,
  Row,
} from 'aws-cdk-lib/aws-cloudwatch'
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { countedEvents } from '../../functions/outbox/business-metrics.ts'
import { metricNamespaceOf } from '../stack-name.ts'
import { type Alarms, alarmMail } from './alarms.ts'
import type { JobQueue } from './queues.ts'
import type { RestApi } from './rest-api.ts'
import type { ServiceFunction } from './service-function.ts'
import { settingsOf } from './settings.ts'
import { isOn, wholeNumber } from './switches.ts'

export interface OverviewProps {
  readonly alarms: Alarms
  readonly apis: readonly RestApi[]
  readonly functions: readonly ServiceFunction[]
  readonly queues: readonly JobQueue[]
  readonly tableName: string
}

const period = Duration.minutes(5)

/** What the operator looks at: a dashboard, queries of logs, and a budget. */
export class Overview extends Construct {
  constructor(scope: Construct, id: string, props: OverviewProps) {
    super(scope, id)
    const setting = settingsOf(this)
    if (isOn(setting, 'dashboard', true)) this.#dashboard(props)
    this.#queries(props)
    if (setting('dollarsPerMonth')) this.#budget(wholeNumber(setting, 'dollarsPerMonth', 1))
  }

  #dashboard(props: OverviewProps): void {
    const { stackName } = Stack.of(this)
    const dashboard = new Dashboard(this, 'Dashboard', {
      dashboardName: stackName,
      defaultInterval: Duration.hours(12),
    })
    dashboard.addWidgets(
      new AlarmStatusWidget({ title: 'Alarms', alarms: [...props.alarms.all()], width: 24, height: 5 }),
      new Row(...gatewayWidgets(props.apis)),
      new Row(...functionWidgets(props.functions)),
      new Row(...queueWidgets(props.queues), tableWidget(props.tableName)),
      new Row(businessWidget(metricNamespaceOf(stackName)), mailWidget()),
    )
  }

  /** In the console: CloudWatch, Logs Insights, saved queries. */
  #queries({ functions, apis }: OverviewProps): void {
    const { stackName } = Stack.of(this)
    const ofFunctions = functions.map(({ logGroup }) => logGroup.logGroupName)
    const ofGateways = apis.map(({ accessLogs }) => accessLogs.logGroupName)
    for (const { name, lines, isOfGateways = false } of queries)
      new CfnQueryDefinition(this, name, {
        name: `${stackName}/${name}`,
        queryString: lines.join('\n| '),
        logGroupNames: isOfGateways ? ofGateways : ofFunctions,
      })
  }

  #budget(dollars: number): void {
    const address = alarmMail(this)
    if (!address) throw new Error('-c dollarsPerMonth=… also needs -c alarmMail=…, which is told')
    const subscribers = [{ address, subscriptionType: 'EMAIL' }]
    const when = (notificationType: string, threshold: number) => ({
      notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
      subscribers,
    })
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: `${Stack.of(this).stackName}-month`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: dollars, unit: 'USD' },
      },
      notificationsWithSubscribers: [when('ACTUAL', 80), when('FORECASTED', 100)],
    })
  }
}

interface SavedQuery {
  readonly name: string
  readonly lines: readonly string[]
  readonly isOfGateways?: boolean
}

const queries: readonly SavedQuery[] = [
  {
    name: 'errors-of-functions',
    lines: [
      'fields @timestamp, @log, message, error.message, requestId',
      'filter level = "ERROR"',
      'sort @timestamp desc',
      'limit 100',
    ],
  },
  {
    name: 'one-request',
    lines: [
      'fields @timestamp, @log, @message',
      'filter @message like "REPLACE-BY-X-REQUEST-ID"',
      'sort @timestamp asc',
      'limit 100',
    ],
  },
  {
    name: 'cold-starts',
    lines: [
      'filter @type = "REPORT"',
      'stats count(*) as runs, count(@initDuration) as starts, pct(@initDuration, 95) as startMs, pct(@duration, 95) as runMs, max(@maxMemoryUsed / 1000 / 1000) as usedMb by @log',
      'sort starts desc',
    ],
  },
  {
    name: 'answers-by-status',
    isOfGateways: true,
    lines: ['stats count(*) as requests by bin(5m), status', 'sort @timestamp desc'],
  },
  {
    name: 'slow-routes',
    isOfGateways: true,
    lines: [
      'stats count(*) as requests, pct(latencyMs, 50) as median, pct(latencyMs, 99) as slowest by method, route',
      'sort slowest desc',
      'limit 30',
    ],
  },
  {
    name: 'refused-callers',
    isOfGateways: true,
    lines: [
      'filter status in [401, 403, 404, 429]',
      'stats count(*) as refusals by ip, status',
      'sort refusals desc',
      'limit 30',
    ],
  },
]

function gatewayWidgets(apis: readonly RestApi[]): IWidget[] {
  const of = (metricName: string, statistic: string) =>
    apis.map(
      ({ name: ApiName }) =>
        new Metric({
          namespace: 'AWS/ApiGateway',
          metricName,
          dimensionsMap: { ApiName },
          statistic,
          period,
          label: `${ApiName} ${metricName}`,
        }),
    )
  return [
    graph('Requests', of('Count', 'Sum')),
    graph('Refused and failed', [...of('4XXError', 'Sum'), ...of('5XXError', 'Sum')]),
    graph('Milliseconds, of 95 % at most', of('Latency', 'p95')),
  ]
}

function functionWidgets(functions: readonly ServiceFunction[]): IWidget[] {
  const ofAccount = (metricName: string, statistic: string) =>
    new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period })
  return [
    graph(
      'Errors of functions',
      functions.map((each) => each.metricErrors({ period, label: each.node.id })),
    ),
    graph(
      'Milliseconds of functions, on average',
      functions.map((each) => each.metricDuration({ period, label: each.node.id })),
    ),
    graph('Functions at once, of the account', [
      ofAccount('ConcurrentExecutions', 'Maximum'),
      ofAccount('Throttles', 'Sum'),
    ]),
  ]
}

function queueWidgets(queues: readonly JobQueue[]): IWidget[] {
  return [
    graph(
      'Seconds that messages wait',
      queues.map(({ queue, job }) => queue.metricApproximateAgeOfOldestMessage({ period, label: job })),
    ),
    graph(
      'Messages that wait',
      queues.map(({ queue, job }) => queue.metricApproximateNumberOfMessagesVisible({ period, label: job })),
    ),
  ]
}

function tableWidget(TableName: string): IWidget {
  const of = (metricName: string) =>
    new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap: { TableName }, statistic: 'Sum', period })
  return graph('Units of the table', [of('ConsumedReadCapacityUnits'), of('ConsumedWriteCapacityUnits')])
}

function businessWidget(namespace: string): IWidget {
  const counted = countedEvents.map(
    (metricName) => new Metric({ namespace, metricName, statistic: 'Sum', period: Duration.hours(1) }),
  )
  return graph('What live organizations do, by the hour', counted)
}

function mailWidget(): IWidget {
  const of = (metricName: string) =>
    new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Sum', period: Duration.hours(1) })
  return graph('E-mails of the account, by the hour', [of('Send'), of('Delivery'), of('Bounce'), of('Complaint')])
}

function graph(title: string, left: readonly IMetric[]): IWidget {
  return new GraphWidget({ title, left: [...left], width: 8, height: 6 })
}
