import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { AccountAlarms } from './constructs/account-alarms.ts'
import { ar24Url, cscProviders, timestampAuthorityUrl, trustedProxies } from './constructs/addresses.ts'
import { Api } from './constructs/api.ts'
import { appOrigins, appRedirectUris } from './constructs/app-redirect-uris.ts'
import { Backups } from './constructs/backups.ts'
import { Canary } from './constructs/canary.ts'
import { ContactJobs } from './constructs/contact-jobs.ts'
import { dailyLimits } from './constructs/daily-limits.ts'
import { DueSweep } from './constructs/due-sweep.ts'
import { EventRelay } from './constructs/event-relay.ts'
import { Foundation } from './constructs/foundation.ts'
import { IdentityProvider } from './constructs/identity-provider.ts'
import { outsideIssuer } from './constructs/issuer.ts'
import { keyIdsOf } from './constructs/keys.ts'
import { Mail } from './constructs/mail.ts'
import { mailFromDomain, mailIdentity, mailSender, smsSenderId } from './constructs/mail-sender.ts'
import { MemberEmails } from './constructs/member-emails.ts'
import { Overview } from './constructs/overview.ts'
import { pageUrl } from './constructs/page-url.ts'
import { JobQueue } from './constructs/queues.ts'
import { RegisteredMailEmails } from './constructs/registered-mail-emails.ts'
import { RegisteredMailJobs } from './constructs/registered-mail-jobs.ts'
import { RegisteredMailProofs } from './constructs/registered-mail-proofs.ts'
import { GatewayLogging, RestApi, type Throttles } from './constructs/rest-api.ts'
import { serviceDomain } from './constructs/service-domain.ts'
import { ServiceFunction } from './constructs/service-function.ts'
import { type Setting, settingsOf } from './constructs/settings.ts'
import { SignatureEmails } from './constructs/signature-emails.ts'
import { SignatureJobs } from './constructs/signature-jobs.ts'
import { isOn, wholeNumber } from './constructs/switches.ts'
import { indexNames } from './constructs/table.ts'
import { TaskJobs } from './constructs/task-jobs.ts'
import { TestModeJobs } from './constructs/test-mode-jobs.ts'
import { webAcl } from './constructs/web-acl.ts'
import { Webhooks, webhookSecretKeys } from './constructs/webhooks.ts'

export interface SealpostStackProps extends StackProps {
  /** The folder that holds the bundles of the functions (see bundle.ts). */
  readonly functionsDirectory: string
}

/**
 * The whole service. Settings of a deployment come by `-c name=value`: issuer and audience (with audienceScope and
 * firstPartyClientId; reauthentication, `off` where it does not tell `auth_time`) for another identity provider, appRedirectUris (where the service's own app is answered by our own one),
 * mailFrom, pageUrl (the signing page under a domain of its own; the API serves it otherwise), smsSenderId,
 * emailsPerDay, emailsPerAddress and smsPerDay (how much is sent a day), checksPerMinute (how many documents a network can have checked), timestampAuthorityUrl, trustAnchors, trustedProxies; localWebhookReceivers and localPasskeys (`allowed`), and yousignUrl, are for the local cloud alone; ar24Url (AR24's address, where it is another than the usual one); cscProviders (the providers of remote signatures that live organizations can use).
 */
export class SealpostStack extends Stack {
  constructor(scope: Construct, id: string, { functionsDirectory, ...props }: SealpostStackProps) {
    super(scope, id, props)
    const setting = settingsOf(this)
    const foundation = new Foundation(this, functionsDirectory)
    const logging = new GatewayLogging(this, 'GatewayLogging')
    const outside = outsideIssuer(this)
    const proxies = trustedProxies(setting('trustedProxies'))
    const isLocal = setting('localWebhookReceivers') === 'allowed'
    const ar24 = ar24Url(setting('ar24Url'), isLocal)
    const authorityUrl = timestampAuthorityUrl(setting('timestampAuthorityUrl'))
    const domain = serviceDomain(this)
    const gateway = { throttles: throttles(setting), webAclArn: webAcl(this, setting) }
    const provider = outside
      ? null
      : new IdentityProvider(this, 'IdentityProvider', {
          foundation,
          logging,
          trustedProxies: proxies,
          gateway: { ...gateway, customName: domain?.auth },
        })
    const sender = mailSender(setting('mailFrom'))
    // Nobody consents where nobody can sign in.
    const own = provider && { ...provider.issuer, ...(sender ? {} : { consentUrl: null }) }
    const issuer = outside ?? own
    if (!issuer) throw new Error('no identity provider')
    const webhookKeys = webhookSecretKeys(this)
    const webhooks = {
      secretKeys: webhookKeys,
      areLocalReceiversAllowed: isLocal,
    }
    const limits = dailyLimits(setting)
    const redirectUris = appRedirectUris(setting('appRedirectUris'))
    const ownPageUrl = pageUrl(setting('pageUrl'))
    const api = new Api(this, 'Api', {
      foundation,
      issuer,
      logging,
      gateway: { ...gateway, customName: domain?.api },
      trustedProxies: proxies,
      mailFrom: sender?.from,
      pageUrl: ownPageUrl,
      limits,
      appOrigins: appOrigins(redirectUris, setting('appOrigins')),
      trustAnchors: setting('trustAnchors'),
      webhooks,
      yousignUrl: setting('yousignUrl'),
      ar24Url: ar24,
      cscProviders: cscProviders(setting('cscProviders'), isLocal),
    })
    new ContactJobs(this, 'ContactJobs', foundation)
    new EventRelay(this, 'EventRelay', foundation)
    new SignatureJobs(this, 'SignatureJobs', {
      foundation,
      timestampAuthorityUrl: authorityUrl,
      trustAnchors: setting('trustAnchors'),
      areLocalAuthoritiesAllowed: webhooks.areLocalReceiversAllowed,
      pageUrl: ownPageUrl ?? api.url,
      yousignUrl: setting('yousignUrl'),
    })
    new RegisteredMailProofs(this, 'RegisteredMailProofs', foundation, {
      timestampAuthorityUrl: authorityUrl,
      ar24Url: ar24,
    })
    new TestModeJobs(this, 'TestModeJobs', foundation)
    const { deliveryQueue } = new Webhooks(this, 'Webhooks', { foundation, settings: webhooks })
    new DueSweep(this, 'DueSweep', foundation, deliveryQueue)
    const identity = mailIdentity(setting('mailIdentity'))
    const mail = new Mail(this, 'Mail', foundation, {
      sender,
      smsSenderId: smsSenderId(setting('smsSenderId')),
      identity,
      mailFromDomain: mailFromDomain(setting('mailFromDomain'), { sender, identity }),
    })
    const emails = { foundation, mail, pageUrl: ownPageUrl ?? api.url, limits }
    new SignatureEmails(this, 'SignatureLetters', emails)
    new RegisteredMailJobs(this, 'RegisteredMailJobs', {
      foundation,
      apiUrl: api.url,
      ar24Url: ar24,
    })
    new RegisteredMailEmails(this, 'RegisteredMailLetters', emails)
    new TaskJobs(this, 'TaskJobs', foundation, { mail, pageUrl: emails.pageUrl })
    const { queue: codes } = new MemberEmails(this, 'MemberLetters', emails)
    // A code that cannot be mailed lets nobody in.
    const consoleUri = `${api.url}/console/callback`
    if (sender)
      provider?.letPeopleSignIn({
        codes,
        redirectUris: [consoleUri, ...redirectUris],
        passkeyDomain: domain?.api.name ?? localPasskeys(setting),
      })
    const { table, buckets, events, alarms, keys } = foundation
    new AccountAlarms(this, 'AccountAlarms', {
      alarms,
      tableName: table.tableName,
      indexNames,
      sendsMail: sender !== null,
      domain,
    })
    if (isOn(setting, 'backups', false))
      new Backups(this, 'Backups', {
        table,
        documents: buckets.documents,
        encryptionKey: keys.data,
        copyTo: setting('backupCopyTo'),
        told: alarms.topic,
      })
    else if (setting('backupCopyTo')) throw new Error('-c backupCopyTo=… copies backups: it needs -c backups=on')
    const apis = this.#findAll(RestApi)
    if (isOn(setting, 'canary', false))
      new Canary(
        this,
        'Canary',
        apis.map(({ functions, serverErrors }) => ({ functions, alarm: serverErrors })),
      )
    new Overview(this, 'Overview', {
      alarms,
      apis,
      functions: this.#findAll(ServiceFunction),
      queues: this.#findAll(JobQueue),
      tableName: table.tableName,
    })
    this.#output({
      BaseUrl: api.url,
      AuthUrl: issuer.issuer,
      TableName: table.tableName,
      DocumentsBucketName: buckets.documents.bucketName,
      UploadsBucketName: buckets.uploads.bucketName,
      AuditHeadsBucketName: buckets.auditHeads.bucketName,
      EventBusName: events.bus.eventBusName,
      LiveSealKeyId: keys.liveSeal.keyId,
      TestSealKeyId: keys.testSeal.keyId,
      SigningSecretsKeys: keyIdsOf(keys.signingSecrets),
      MailActsKeys: keyIdsOf(keys.mailActs),
      WebhookSecretKeys: webhookKeys.setting(({ secretArn }) => secretArn),
      AlarmTopicArn: alarms.topic.topicArn,
      MailConfigurationSetName: mail.configurationSetName,
      ...mail.dnsRecords,
      ...(provider && { TokenSigningKeyId: provider.signingKeyId }),
    })
  }

  /** All constructs of a kind, whoever made them. */
  #findAll<Kind>(kind: abstract new (...given: never[]) => Kind): Kind[] {
    return this.node.findAll().flatMap((each) => (each instanceof kind ? [each] : []))
  }

  #output(outputs: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value })
  }
}

/** On the local cloud: browsers take `localhost` for a safe place. */
function localPasskeys(setting: Setting): string | null {
  return setting('localPasskeys') === 'allowed' ? 'localhost' : null
}

/** `-c requestsPerSecond=…`; what anybody can call takes a fifth of it. */
function throttles(setting: Setting): Throttles {
  const perSecond = wholeNumber(setting, 'requestsPerSecond', 1000)
  return { perSecond, publicPerSecond: Math.ceil(perSecond / 5) }
}
