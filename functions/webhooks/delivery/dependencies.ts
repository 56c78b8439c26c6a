import { SFNClient } from '@aws-sdk/client-sfn'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment, optionalEnvironment } from '../../../shared/platform/environment.ts'
import { type Platform, platform } from '../../../shared/store/platform.ts'

/** What making an attempt takes. */
export interface DeliveryDependencies extends Platform {
  readonly random: () => number
  readonly stepFunctions: SFNClient
  readonly retryMachineArn: string
  /** Whether webhooks may go to this machine: in the local cloud alone. */
  readonly isLocalAllowed: boolean
}

let kept: DeliveryDependencies | undefined

export function deliveryDependencies(): DeliveryDependencies {
  kept ??= {
    ...platform(),
    random: Math.random,
    stepFunctions: new SFNClient(recordCalls),
    retryMachineArn: environment('WEBHOOK_RETRY_MACHINE_ARN'),
    isLocalAllowed: optionalEnvironment('LOCAL_WEBHOOK_RECEIVERS') === 'allowed',
  }
  return kept
}
