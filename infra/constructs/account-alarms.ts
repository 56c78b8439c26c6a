import { Duration } from 'aws-cdk-lib'
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import type { Alarms } from './alarms.ts'
import type { ServiceDomain } from './service-domain.ts'
import { settingsOf } from './settings.ts'
import { wholeNumber } from './switches.ts'

const period = Duration.minutes(5)

export interface AccountAlarmsProps {
  readonly alarms: Alarms
  readonly tableName: string
  readonly indexNames: readonly string[]
  /** Whether the stack sends e-mail. */
  readonly sendsMail: boolean
  readonly domain: ServiceDomain | null
}

/**
 * Alarms on what the account lets the service do. Where something is refused, requests and jobs try again, so that nobody sees it before
 * it is too late.
 */
export class AccountAlarms extends Construct {
  constructor(scope: Construct, id: string, props: AccountAlarmsProps) {
    super(scope, id)
    const setting = settingsOf(this)
    this.#ofFunctions(props.alarms, wholeNumber(setting, 'lambdaConcurrency', 1000))
    this.#ofTable(props)
    this.#ofKeys(props.alarms)
    if (props.sendsMail) this.#ofMail(props.alarms)
    const smsDollars = wholeNumber(setting, 'smsDollarsPerMonth', 1)
    props.alarms.add(this, 'SmsSpend', {
      metric: new Metric({ namespace: 'AWS/SNS', metricName: 'SMSMonthToDateSpentUSD', statistic: 'Maximum', period }),
      above: 0.8 * smsDollars,
      description: `SMS cost 80 % of ${smsDollars} dollars this month: SNS stops at its spending quota`,
    })
    if (props.domain) this.#ofCertificate(props.alarms, props.domain)
  }

  #ofFunctions(alarms: Alarms, concurrency: number): void {
    const ofLambda = (metricName: string, statistic: string): IMetric =>
      new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period })
    alarms.add(this, 'Throttles', {
      metric: ofLambda('Throttles', 'Sum'),
      above: 10,
      description: 'Lambda refuses to run functions: raise its quota of concurrent executions',
    })
    alarms.add(this, 'Concurrency', {
      metric: ofLambda('ConcurrentExecutions', 'Maximum'),
      above: 0.8 * concurrency,
      periods: 3,
      description: `Functions use 80 % of the ${concurrency} concurrent executions that -c lambdaConcurrency=… says the account has`,
    })
  }

  #ofTable({ alarms, tableName, indexNames }: AccountAlarmsProps): void {
    const of = (metricName: string, dimensions: Record<string, string> = {}) =>
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName,
        dimensionsMap: { TableName: tableName, ...dimensions },
        statistic: 'Sum',
        period,
      })
    const metrics = ['ReadThrottleEvents', 'WriteThrottleEvents'].flatMap((name) => [
      of(name),
      ...indexNames.map((index) => of(name, { GlobalSecondaryIndexName: index })),
    ])
    const named = metrics.map((metric, index) => [`m${index}`, metric] as const)
    // Some of these have no data at most times.
    const expression = named.map(([name]) => `FILL(${name}, 0)`).join(' + ')
    alarms.add(this, 'TableThrottles', {
      metric: new MathExpression({ expression, usingMetrics: Object.fromEntries(named), label: 'Throttled', period }),
      above: 100,
      description: 'DynamoDB throttles requests to the table or its indexes',
    })
  }

  /** KMS takes a thousand operations a second with all RSA keys of a region, and as many with all ECC keys. */
  #ofKeys(alarms: Alarms): void {
    const perSecond = 1000
    const of = (Resource: string) =>
      new Metric({
        namespace: 'AWS/Usage',
        metricName: 'CallCount',
        dimensionsMap: { Service: 'KMS', Type: 'API', Class: 'None', Resource },
        statistic: 'Sum',
        period,
      })
    const usingMetrics = { rsa: of('CryptographicOperationsRsa'), ecc: of('CryptographicOperationsEcc') }
    alarms.add(this, 'KeyUsage', {
      metric: new MathExpression({
        expression: 'MAX([FILL(rsa, 0), FILL(ecc, 0)])',
        usingMetrics,
        label: 'KMS',
        period,
      }),
      above: 0.8 * perSecond * period.toSeconds(),
      description: 'Signatures by KMS keys come near the quota of the region',
    })
  }

  /** SES reviews an account from 5 % of bounces and 0.1 % of complaints on, and stops it at twice as many. */
  #ofMail(alarms: Alarms): void {
    const rate = (metricName: string) =>
      new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Average', period: Duration.hours(1) })
    alarms.add(this, 'MailBounces', {
      metric: rate('Reputation.BounceRate'),
      above: 0.04,
      description: 'More than 4 % of e-mails bounce: SES reviews the account at 5 %',
    })
    alarms.add(this, 'MailComplaints', {
      metric: rate('Reputation.ComplaintRate'),
      above: 0.0008,
      description: 'More than 0.08 % of e-mails are complained of: SES reviews the account at 0.1 %',
    })
  }

  #ofCertificate(alarms: Alarms, { certificate }: ServiceDomain): void {
    alarms.add(this, 'CertificateExpires', {
      metric: certificate.metricDaysToExpiry({ period: Duration.hours(12), statistic: 'Minimum' }),
      below: 30,
      description: 'The certificate of the domain was not renewed: check its validation record in Route 53',
    })
  }
}
