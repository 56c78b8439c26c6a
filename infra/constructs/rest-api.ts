import { Aws, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import {
  AccessLogFormat,
  ApiDefinition,
  CfnAccount,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SpecRestApi,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway'
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { type Alarms, alarmPeriod } from './alarms.ts'

const stageName = 'live'

export interface RestApiProps {
  /** Tells the API apart from the one that is named like the stack. */
  readonly suffix?: string
  readonly definition: object
  /** Methods whose addresses are secrets, as `/path/{of}/GET`: the gateway logs nothing of how it carries them out. */
  readonly secretMethods?: readonly string[]
  /** Those that the definition names. */
  readonly functions: readonly LambdaFunction[]
  readonly logging: GatewayLogging
  readonly alarms: Alarms
}

/** A REST API of the gateway, with its one stage. */
export class RestApi extends Construct {
  /** Without a slash at the end. */
  readonly url: string

  constructor(scope: Construct, id: string, props: RestApiProps) {
    super(scope, id)
    const { definition, functions, logging, alarms } = props
    const restApiName = `${Stack.of(this).stackName}${props.suffix ?? ''}`
    const api = new SpecRestApi(this, 'Api', {
      restApiName,
      apiDefinition: ApiDefinition.fromInline(definition),
      // A streamed answer may pause for minutes there, and for 30 s through the edge.
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: false,
      deployOptions: this.#stageOptions(props.secretMethods ?? []),
    })
    // Its address with a slash at the end; the stack tells it without.
    api.node.tryRemoveChild('Endpoint')
    api.deploymentStage.node.addDependency(logging)
    for (const called of functions) {
      called.addPermission(`${id}Calls`, {
        principal: new ServicePrincipal('apigateway.amazonaws.com'),
        sourceArn: api.arnForExecuteApi('*', '/*', stageName),
      })
    }
    alarms.add(this, 'ServerErrors', {
      metric: api.metricServerError({
        dimensionsMap: { ApiName: restApiName, Stage: stageName },
        period: alarmPeriod,
        statistic: 'Sum',
      }),
      above: 0,
      description: `${restApiName} answered with status 500 or higher`,
    })
    acknowledgeRules(this)
    this.url = `https://${api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${stageName}`
  }

  #stageOptions(secretMethods: readonly string[]): StageOptions {
    const accessLogs = new LogGroup(this, 'AccessLogs', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    return {
      stageName,
      // A segment of the gateway holds the address of its request, and a signer's link is a secret. Functions trace themselves.
      tracingEnabled: false,
      // Those of the stage are free and enough for the alarms; each of every method would be paid for.
      metricsEnabled: false,
      loggingLevel: MethodLoggingLevel.ERROR,
      dataTraceEnabled: false,
      methodOptions: Object.fromEntries(secretMethods.map((method) => [method, unlogged])),
      accessLogDestination: new LogGroupLogDestination(accessLogs),
      accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
    }
  }
}

const unlogged = { loggingLevel: MethodLoggingLevel.OFF, dataTraceEnabled: false, metricsEnabled: false }

const accessLogFields = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  integrationLatencyMs: '$context.integrationLatency',
  responseBytes: '$context.responseLength',
  error: '$context.error.responseType',
  traceId: '$context.xrayTraceId',
}

function acknowledgeRules(api: RestApi): void {
  Validations.of(api).acknowledge({
    id: 'AwsSolutions-APIG2',
    reason:
      'The functions validate each request against the schemas of its operation, after they have verified who sends it: the order of refusals and their texts are part of the contract, and the gateway knows neither.',
  })
  Validations.of(api).acknowledge({
    id: 'AwsSolutions-APIG3',
    reason:
      'Every client is authenticated and held to its own rate, and bodies are parsed by strict schemas. A web ACL is priced and ruled for an account as a whole; whoever runs one associates it with the stage.',
  })
}

/**
 * The gateway writes logs, of whatever API, only through a role that the account's settings name for the region. Both outlive the
 * stack: the settings would go on naming a role that is gone, and other APIs of the account would write none.
 */
export class GatewayLogging extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id)
    const managedPolicy = 'service-role/AmazonAPIGatewayPushToCloudWatchLogs'
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(managedPolicy)],
    })
    const account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn })
    for (const kept of [role, account]) kept.applyRemovalPolicy(RemovalPolicy.RETAIN)
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${managedPolicy}]`,
      reason:
        'The role belongs to the gateway of the whole account, whose log groups are not known here; the gateway checks it against this policy, which is made for it.',
    })
  }
}
