import { Aws, Duration, RemovalPolicy, Size, Stack, Validations } from 'aws-cdk-lib'
import {
  AccessLogFormat,
  ApiDefinition,
  CfnAccount,
  DomainName,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SecurityPolicy,
  SpecRestApi,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway'
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { AaaaRecord, ARecord, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets'
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import type { Alarms } from './alarms.ts'
import type { CustomName } from './service-domain.ts'
import type { ServiceFunction } from './service-function.ts'

const stageName = 'live'

/** Smaller answers gain little by compression. */
const compressedFromBytes = 1024

/** How many requests each method takes a second; twice as many at once. */
export interface Throttles {
  readonly perSecond: number
  /** Of methods that anybody can call, and of unknown addresses. */
  readonly publicPerSecond: number
}

export interface RestApiProps {
  /** Tells the API apart from the one that is named like the stack. */
  readonly suffix?: string
  readonly definition: object
  /** Methods whose addresses are secrets, as `/path/{of}/GET`: the gateway logs nothing of how it carries them out. */
  readonly secretMethods?: readonly string[]
  /** Methods that anybody can call, in the same form. */
  readonly publicMethods?: readonly string[]
  readonly throttles: Throttles
  /**
   * Whether answers are compressed. Not those of pages that show a secret beside what somebody else chose: their size would tell it.
   */
  readonly isCompressed?: boolean
  /** The name at which it answers, and nowhere else; undefined: the gateway's own address. */
  readonly customName?: CustomName | undefined
  /** A web ACL that judges its requests first. */
  readonly webAclArn?: string | undefined
  /** Those that the definition names. */
  readonly functions: readonly ServiceFunction[]
  readonly logging: GatewayLogging
  readonly alarms: Alarms
}

/** A REST API of the gateway, with its one stage. */
export class RestApi extends Construct {
  /** Without a slash at the end. */
  readonly url: string
  readonly serverErrors: Alarm
  /** Those that it calls. */
  readonly functions: readonly ServiceFunction[]
  /** As its metrics name it. */
  readonly name: string
  readonly accessLogs: LogGroup

  constructor(scope: Construct, id: string, props: RestApiProps) {
    super(scope, id)
    const { definition, functions, logging, alarms } = props
    const restApiName = `${Stack.of(this).stackName}${props.suffix ?? ''}`
    this.name = restApiName
    this.functions = functions
    this.accessLogs = new LogGroup(this, 'AccessLogs', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const api = new SpecRestApi(this, 'Api', {
      restApiName,
      apiDefinition: ApiDefinition.fromInline(definition),
      // A streamed answer may pause for minutes there, and for 30 s through the edge.
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: false,
      disableExecuteApiEndpoint: props.customName !== undefined,
      ...(props.isCompressed && { minCompressionSize: Size.bytes(compressedFromBytes) }),
      deployOptions: this.#stageOptions(props),
    })
    // Its address with a slash at the end; the stack tells it without.
    api.node.tryRemoveChild('Endpoint')
    api.deploymentStage.node.addDependency(logging)
    // The gateway writes there by itself, and would make a group that keeps everything for ever.
    const executionLogs = new LogGroup(this, 'ExecutionLogs', {
      logGroupName: `API-Gateway-Execution-Logs_${api.restApiId}/${stageName}`,
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    api.deploymentStage.node.addDependency(executionLogs)
    if (props.webAclArn)
      new CfnWebACLAssociation(this, 'WebAcl', {
        resourceArn: api.deploymentStage.stageArn,
        webAclArn: props.webAclArn,
      })
    for (const called of functions) {
      called.inService.addPermission(`${id}Calls`, {
        principal: new ServicePrincipal('apigateway.amazonaws.com'),
        sourceArn: api.arnForExecuteApi('*', '/*', stageName),
      })
    }
    this.serverErrors = alarms.add(this, 'ServerErrors', {
      metric: api.metricServerError({
        dimensionsMap: { ApiName: restApiName, Stage: stageName },
        period: Duration.minutes(5),
        statistic: 'Sum',
      }),
      above: 5,
      description: `${restApiName} answered more than five requests within five minutes with status 500 or higher`,
    })
    acknowledgeRules(this)
    if (props.customName) answerAt(this, api, props.customName)
    this.url = props.customName
      ? `https://${props.customName.name}`
      : `https://${api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${stageName}`
  }

  #stageOptions({ secretMethods = [], publicMethods = [], throttles }: RestApiProps): StageOptions {
    return {
      stageName,
      // A segment of the gateway holds the address of its request, and a signer's link is a secret. Functions trace themselves.
      tracingEnabled: false,
      // Those of the stage are free and enough for the alarms; each of every method would be paid for.
      ...logged,
      ...throttledTo(throttles.perSecond),
      methodOptions: Object.fromEntries(
        [...new Set([...secretMethods, ...publicMethods])].map((method) => [
          method,
          {
            ...(secretMethods.includes(method) ? unlogged : logged),
            ...throttledTo(publicMethods.includes(method) ? throttles.publicPerSecond : throttles.perSecond),
          },
        ]),
      ),
      accessLogDestination: new LogGroupLogDestination(this.accessLogs),
      accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
    }
  }
}

const logged = { loggingLevel: MethodLoggingLevel.ERROR, dataTraceEnabled: false, metricsEnabled: false }
const unlogged = { ...logged, loggingLevel: MethodLoggingLevel.OFF }

const throttledTo = (perSecond: number) => ({ throttlingRateLimit: perSecond, throttlingBurstLimit: 2 * perSecond })

/** Has the API answer at a name of its own, by IPv4 and IPv6, with TLS 1.2 or later. */
function answerAt(scope: RestApi, api: SpecRestApi, { name, certificate, zone }: CustomName): void {
  const domainName = new DomainName(scope, 'Domain', {
    domainName: name,
    certificate,
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
    mapping: api,
  })
  // With the dot at its end it is a whole name.
  const record = { zone, recordName: `${name}.`, target: RecordTarget.fromAlias(new ApiGatewayDomain(domainName)) }
  new ARecord(scope, 'Address', record)
  new AaaaRecord(scope, 'Address6', record)
}

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
      'Every client is authenticated and held to its own rate, and bodies are parsed by strict schemas. A web ACL is priced and ruled for an account as a whole; -c webAclArn=… associates one with the stages, and -c requestsPerAddress=… makes one.',
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
