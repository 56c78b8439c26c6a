import { appOfEmptyFunctions, resourcesOf, templateOf } from '../infra/unit/synthesized-stack.ts'
import type { Installation } from './monthly-bill.ts'

/** What an installation without further settings pays for by the month. */
export function usualInstallation(): Installation {
  const template = templateOf(appOfEmptyFunctions())
  const count = (type: string) => Object.keys(resourcesOf(template, type)).length
  const mappings = Object.values(resourcesOf(template, 'AWS::Lambda::EventSourceMapping'))
  return {
    keys: count('AWS::KMS::Key'),
    secrets: count('AWS::SecretsManager::Secret'),
    alarms: count('AWS::CloudWatch::Alarm'),
    dashboards: count('AWS::CloudWatch::Dashboard'),
    polledQueues: mappings.filter(({ Properties }) => !JSON.stringify(Properties.EventSourceArn).includes('StreamArn'))
      .length,
  }
}
