import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { Api } from './api.ts'
import { DueSweep } from './due-sweep.ts'
import { EventRelay } from './event-relay.ts'
import { Foundation } from './foundation.ts'
import { IdentityProvider } from './identity-provider.ts'
import { outsideIssuer } from './issuer.ts'
import { GatewayLogging } from './rest-api.ts'
import { SignatureJobs } from './signature-jobs.ts'

export interface SealpostStackProps extends StackProps {
  /** The folder that holds the bundles of the functions (see bundle.ts). */
  readonly functionsDirectory: string
}

/**
 * The whole service. Settings of a deployment come by `-c name=value`: issuer and audience (with audienceScope and
 * firstPartyClientId) for another identity provider, timestampAuthorityUrl, trustedProxies.
 */
export class SealpostStack extends Stack {
  constructor(scope: Construct, id: string, { functionsDirectory, ...props }: SealpostStackProps) {
    super(scope, id, props)
    const setting = (name: string): string | undefined => this.node.tryGetContext(name)
    const foundation = new Foundation(this, functionsDirectory)
    const logging = new GatewayLogging(this, 'GatewayLogging')
    const outside = outsideIssuer(this)
    const provider = outside ? null : new IdentityProvider(this, 'IdentityProvider', foundation, logging)
    const issuer = outside ?? provider?.issuer
    if (!issuer) throw new Error('no identity provider')
    const api = new Api(this, 'Api', { foundation, issuer, logging, trustedProxies: setting('trustedProxies') })
    new EventRelay(this, 'EventRelay', foundation)
    new SignatureJobs(this, 'SignatureJobs', {
      foundation,
      timestampAuthorityUrl: setting('timestampAuthorityUrl'),
    })
    new DueSweep(this, 'DueSweep', foundation)
    const { table, buckets, events, alarms } = foundation
    this.#tell({
      BaseUrl: api.url,
      AuthUrl: issuer.issuer,
      TableName: table.tableName,
      DocumentsBucketName: buckets.documents.bucketName,
      UploadsBucketName: buckets.uploads.bucketName,
      EventBusName: events.bus.eventBusName,
      AlarmTopicArn: alarms.topic.topicArn,
      ...(provider && { TokenSigningKeyId: provider.signingKeyId }),
    })
  }

  #tell(outputs: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value })
  }
}
