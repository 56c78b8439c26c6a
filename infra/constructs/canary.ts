import { Validations } from 'aws-cdk-lib'
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Alias } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import type { ServiceFunction } from './service-function.ts'

/** Functions behind a gateway, and the alarm on what that gateway answers. */
export interface CanaryProps {
  readonly functions: readonly ServiceFunction[]
  readonly alarm: Alarm
}

const managedPolicy = 'service-role/AWSCodeDeployRoleForLambdaLimited'

/**
 * Gives a new version a tenth of the requests for five minutes, then all of them. Where the gateway's alarm rings meanwhile, CodeDeploy
 * goes back to the version before, and CloudFormation rolls the deployment back.
 */
export class Canary extends Construct {
  constructor(scope: Construct, id: string, gateways: readonly CanaryProps[]) {
    super(scope, id)
    const application = new LambdaApplication(this, 'Application')
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') })
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${managedPolicy}]`,
      reason: 'AWS makes this policy for exactly this purpose: to shift the traffic of aliases by alarms.',
    })
    for (const { functions, alarm } of gateways)
      for (const { inService: alias, node } of functions)
        if (alias instanceof Alias)
          new LambdaDeploymentGroup(this, node.id, {
            application,
            role,
            alias,
            alarms: [alarm],
            deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
          })
  }
}
