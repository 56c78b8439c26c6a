import { join } from 'node:path'
import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  Alias,
  Architecture,
  Code,
  type FunctionProps,
  type IFunction,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { FunctionName } from '../build/function-names.ts'
import { settingsOf } from './settings.ts'
import { isOn } from './switches.ts'

export type ServiceFunctionProps = Partial<Omit<FunctionProps, 'role'>> & {
  /** The folder that holds the bundles, a folder a function. */
  readonly functionsDirectory: string
}

/**
 * Sets places aside for a function, and lets it have no more, where `-c reservedConcurrency=on` says that the account has many. A new
 * account may run ten functions at once, and AWS refuses to set any of them aside.
 */
export function reservedConcurrency(
  scope: Construct,
  places: number,
): Pick<FunctionProps, 'reservedConcurrentExecutions'> {
  const isReserved = isOn(settingsOf(scope), 'reservedConcurrency', false)
  return isReserved ? { reservedConcurrentExecutions: places } : {}
}

/** A function as all of them are; what a caller says wins over what they have in common. */
export class ServiceFunction extends LambdaFunction {
  readonly ownRole: Role
  #alias: Alias | undefined

  constructor(scope: Construct, name: FunctionName, { functionsDirectory, ...props }: ServiceFunctionProps) {
    const role = new Role(scope, `${name}-role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    const functionName = `${Stack.of(scope).stackName}-${name}`
    super(scope, name, {
      functionName,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(join(functionsDirectory, name), { exclude: ['*.map'] }),
      handler: 'index.handler',
      memorySize: 1024,
      timeout: Duration.seconds(29),
      tracing: Tracing.ACTIVE,
      role,
      logGroup: new LogGroup(scope, `${name}-logs`, {
        logGroupName: `/aws/lambda/${functionName}`,
        retention: RetentionDays.THREE_MONTHS,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      ...props,
    })
    this.ownRole = role
    this.logGroup.grantWrite(this)
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray takes trace segments for no resource: PutTraceSegments and PutTelemetryRecords know only *.',
    })
  }

  /** Where a gateway sends requests: an alias of the version in service with `-c canary=on`, else the function itself. */
  get inService(): IFunction {
    if (!isOn(settingsOf(this), 'canary', false)) return this
    this.#alias ??= new Alias(this, 'InService', { aliasName: 'in-service', version: this.currentVersion })
    return this.#alias
  }

  /** Denies the function itself something, whatever else allows it. */
  deny(actions: readonly string[], resources: readonly string[], conditions: PolicyStatement['conditions']): void {
    const statement = { actions: [...actions], resources: [...resources], conditions }
    this.addToRolePolicy(new PolicyStatement({ effect: Effect.DENY, ...statement }))
  }

  /** Allows the function itself something. */
  allow(actions: readonly string[], resources: readonly string[], conditions?: PolicyStatement['conditions']): void {
    this.addToRolePolicy(
      new PolicyStatement({ actions: [...actions], resources: [...resources], ...(conditions && { conditions }) }),
    )
  }
}
