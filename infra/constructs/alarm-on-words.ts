import { Stack } from 'aws-cdk-lib'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { metricNamespaceOf } from '../stack-name.ts'
import { alarmPeriod } from './alarms.ts'
import type { Foundation } from './foundation.ts'
import type { ServiceFunction } from './service-function.ts'

/** Alarms when a function logs one of these words. */
export function alarmOnWords(
  job: ServiceFunction,
  { alarms }: Foundation,
  { name, words = [name], description }: { name: string; words?: string[]; description: string },
): void {
  const filter = new MetricFilter(job, name, {
    logGroup: job.logGroup,
    filterPattern: FilterPattern.anyTerm(...words),
    metricNamespace: metricNamespaceOf(Stack.of(job).stackName),
    metricName: name,
  })
  alarms.add(job, `${name}Alarm`, {
    metric: filter.metric({ period: alarmPeriod, statistic: 'Sum' }),
    above: 0,
    description,
  })
}
