import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { Api } from './api.ts'
import { appRedirectUris } from './app-redirect-uris.ts'
import { ContactJobs } from './contact-jobs.ts'
import { DueSweep } from './due-sweep.ts'
import { EventRelay } from './event-relay.ts'
import { Foundation } from './foundation.ts'
import { IdentityProvider } from './identity-provider.ts'
import { outsideIssuer } from './issuer.ts'
import { Mail } from './mail.ts'
import { mailSender, smsSenderId } from './mail-sender.ts'
import { MemberLetters } from './member-letters.ts'
import { pageUrl } from './page-url.ts'
import { GatewayLogging } from './rest-api.ts'
import { SignatureJobs } from './signature-jobs.ts'
import { SignatureLetters } from './signature-letters.ts'
import { Webhooks, webhookSecretKey } from './webhooks.ts'

export interface SealpostStackProps extends StackProps {
  /** The folder that holds the bundles of the functions (see bundle.ts). */
  readonly functionsDirectory: string
}

/**
 * The whole service. Settings of a deployment come by `-c name=value`: issuer and audience (with audienceScope and
 * firstPartyClientId) for another identity provider, appRedirectUris (where the service's own app is answered by our own one),
 * mailFrom, pageUrl (the signing page under a domain of its own; the API serves it otherwise), smsSenderId,
 * timestampAuthorityUrl, trustAnchors, trustedProxies; localWebhookReceivers (`allowed`) is for the local cloud alone.
 */
export class SealpostStack extends Stack {
  constructor(scope: Construct, id: string, { functionsDirectory, ...props }: SealpostStackProps) {
    super(scope, id, props)
    const setting = (name: string): string | undefined => this.node.tryGetContext(name)
    const foundation = new Foundation(this, functionsDirectory)
    const logging = new GatewayLogging(this, 'GatewayLogging')
    const outside = outsideIssuer(this)
    const trustedProxies = setting('trustedProxies')
    const provider = outside
      ? null
      : new IdentityProvider(this, 'IdentityProvider', { foundation, logging, trustedProxies })
    const sender = mailSender(setting('mailFrom'))
    // Nobody consents where nobody can sign in.
    const own = provider && { ...provider.issuer, ...(sender ? {} : { consentUrl: null }) }
    const issuer = outside ?? own
    if (!issuer) throw new Error('no identity provider')
    const webhookKey = webhookSecretKey(this)
    const webhooks = {
      secretKey: webhookKey.secretValue.unsafeUnwrap(),
      areLocalReceiversAllowed: setting('localWebhookReceivers') === 'allowed',
    }
    const ownPageUrl = pageUrl(setting('pageUrl'))
    const api = new Api(this, 'Api', {
      foundation,
      issuer,
      logging,
      trustedProxies,
      mailFrom: sender?.from,
      pageUrl: ownPageUrl,
      trustAnchors: setting('trustAnchors'),
      webhooks,
    })
    new ContactJobs(this, 'ContactJobs', foundation)
    new EventRelay(this, 'EventRelay', foundation)
    new SignatureJobs(this, 'SignatureJobs', {
      foundation,
      timestampAuthorityUrl: setting('timestampAuthorityUrl'),
      trustAnchors: setting('trustAnchors'),
      areLocalAuthoritiesAllowed: webhooks.areLocalReceiversAllowed,
    })
    const { deliveryQueue } = new Webhooks(this, 'Webhooks', { foundation, settings: webhooks })
    new DueSweep(this, 'DueSweep', foundation, deliveryQueue)
    const mail = new Mail(this, 'Mail', foundation, {
      sender,
      smsSenderId: smsSenderId(setting('smsSenderId')),
    })
    const letters = { foundation, mail, pageUrl: ownPageUrl ?? api.url }
    new SignatureLetters(this, 'SignatureLetters', letters)
    const { queue: codes } = new MemberLetters(this, 'MemberLetters', letters)
    const redirectUris = appRedirectUris(setting('appRedirectUris'))
    // A code that cannot be mailed lets nobody in.
    if (sender) provider?.letPeopleSignIn({ codes, redirectUris })
    const { table, buckets, events, alarms, keys } = foundation
    this.#tell({
      BaseUrl: api.url,
      AuthUrl: issuer.issuer,
      TableName: table.tableName,
      DocumentsBucketName: buckets.documents.bucketName,
      UploadsBucketName: buckets.uploads.bucketName,
      EventBusName: events.bus.eventBusName,
      LiveSealKeyId: keys.liveSeal.keyId,
      TestSealKeyId: keys.testSeal.keyId,
      SigningSecretsKeyId: keys.signingSecrets.keyId,
      WebhookSecretKeyArn: webhookKey.secretArn,
      AlarmTopicArn: alarms.topic.topicArn,
      MailConfigurationSetName: mail.configurationSetName,
      ...mail.dnsRecords,
      ...(provider && { TokenSigningKeyId: provider.signingKeyId }),
    })
  }

  #tell(outputs: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value })
  }
}
