import { ArnFormat, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import {
  Choice,
  Condition,
  DefinitionBody,
  JsonPath,
  LogLevel,
  StateMachine,
  TaskInput,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions'
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks'
import { Construct } from 'constructs'
import { maxAttempts } from '../../events/delivery-schedule.ts'
import { attributePath } from './access.ts'
import type { Alarms } from './alarms.ts'
import type { ServiceFunction } from './service-function.ts'

/** What the function throws at the end of an attempt that failed, while there are more. */
const attemptFailed = 'AttemptFailed'

/**
 * Has the attempts after the first made in their time. An execution starts after a failure and goes on from the attempt that
 * its input names: a wait and an attempt for each, made from the schedule itself. A wait and a task are all that a
 * retry takes, since each state that is entered is paid for; what an attempt came to, the machine learns from its error.
 */
export class RetryMachine extends Construct {
  constructor(scope: Construct, id: string, delivery: ServiceFunction, alarms: Alarms) {
    super(scope, id)
    const stack = Stack.of(this)
    const stateMachineName = `${stack.stackName}-webhook-retries`
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('states.amazonaws.com') })
    const machine = new StateMachine(this, 'Machine', {
      stateMachineName,
      role,
      definitionBody: DefinitionBody.fromChainable(this.#attempts(delivery)),
      tracingEnabled: true,
      logs: {
        level: LogLevel.ERROR,
        destination: new LogGroup(this, 'Logs', {
          logGroupName: `/aws/vendedlogs/states/${stateMachineName}`,
          retention: RetentionDays.THREE_MONTHS,
          removalPolicy: RemovalPolicy.DESTROY,
        }),
      },
    })
    acknowledgeFindings(role, machine, delivery)
    // An execution that fails is a delivery that nobody took, and nothing unusual.
    const usingMetrics = {
      throttled: machine.metricThrottled({ statistic: 'Sum' }),
      timedOut: machine.metricTimedOut({ statistic: 'Sum' }),
      aborted: machine.metricAborted({ statistic: 'Sum' }),
    }
    alarms.add(this, 'Lost', {
      metric: new MathExpression({
        expression: 'FILL(throttled, 0) + FILL(timedOut, 0) + FILL(aborted, 0)',
        usingMetrics,
        label: 'Lost',
        period: Duration.minutes(5),
      }),
      above: 0,
      description: 'Retries of webhooks were throttled, timed out or aborted: the sweep makes up for them later',
    })
    // By its name: the machine names the function, which could not name the machine in turn.
    const arn = stack.formatArn({
      service: 'states',
      resource: 'stateMachine',
      resourceName: stateMachineName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    })
    delivery.addEnvironment('WEBHOOK_RETRY_MACHINE_ARN', arn)
    delivery.addToRolePolicy(new PolicyStatement({ actions: ['states:StartExecution'], resources: [arn] }))
  }

  #attempts(delivery: ServiceFunction): Choice {
    const start = new Choice(this, 'From which attempt')
    let next: Wait | null = null
    for (let attempt = maxAttempts; attempt > 1; attempt--) {
      const wait = this.#attempt(attempt, delivery, next)
      start.when(Condition.numberEquals('$.attempt', attempt), wait)
      next = wait
    }
    return start
  }

  /** Waits and makes an attempt, which goes on with the next one when it fails. */
  #attempt(attempt: number, delivery: ServiceFunction, next: Wait | null): Wait {
    const wait = new Wait(this, `Before attempt ${attempt}`, {
      time: WaitTime.secondsPath(`$.delaysSec[${attempt - 2}]`),
    })
    const task = new LambdaInvoke(this, `Attempt ${attempt}`, {
      lambdaFunction: delivery,
      payload: TaskInput.fromObject({
        webhookId: JsonPath.stringAt('$.webhookId'),
        ownerOrgId: JsonPath.objectAt('$.ownerOrgId'),
        applicationId: JsonPath.objectAt('$.applicationId'),
        deliveryId: JsonPath.stringAt('$.deliveryId'),
        budget: JsonPath.numberAt('$.budget'),
        resumptions: JsonPath.numberAt('$.resumptions'),
        attempt,
      }),
      resultPath: JsonPath.DISCARD,
      retryOnServiceExceptions: false,
    })
    task.addRetry({ errors: [attemptFailed], maxAttempts: 0 })
    // A function that broke down noted nothing: the same attempt is asked for again, which is none where it was made.
    task.addRetry({ interval: Duration.seconds(5), maxAttempts: 3, backoffRate: 2 })
    if (next) task.addCatch(next, { errors: [attemptFailed], resultPath: JsonPath.DISCARD })
    return wait.next(task) && wait
  }
}

function acknowledgeFindings(role: Role, machine: StateMachine, delivery: ServiceFunction): void {
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'X-Ray and the delivery of logs know no resource to be named: their actions take * alone.',
  })
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${attributePath(delivery, delivery.functionArn)}:*]`,
    reason: 'CDK lets a state machine invoke each version of the one function that it asks for.',
  })
  Validations.of(machine).acknowledge({
    id: 'AwsSolutions-SF1',
    reason:
      'Each attempt stands in the log of its delivery; every state of every retry once more would cost more than they do.',
  })
}
