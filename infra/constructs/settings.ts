import type { Construct } from 'constructs'

/** Everything that a deployment can be told by `-c name=value`, or in the `context` of cdk.json. */
export const settingNames = [
  'actKeys',
  'alarmMail',
  'appOrigins',
  'appRedirectUris',
  'ar24Url',
  'audience',
  'audienceScope',
  'backupCopyTo',
  'backups',
  'canary',
  'checksPerMinute',
  'consentUrl',
  'cscProviders',
  'dashboard',
  'dollarsPerMonth',
  'domain',
  'emailsPerAddress',
  'emailsPerDay',
  'existing',
  'firstPartyClientId',
  'hostedZone',
  'issuer',
  'lambdaConcurrency',
  'linkKeys',
  'localPasskeys',
  'localWebhookReceivers',
  'mailActKeys',
  'mailFrom',
  'mailFromDomain',
  'mailIdentity',
  'pageTokenKeys',
  'pageUrl',
  'proofLock',
  'reauthentication',
  'requestsPerAddress',
  'requestsPerSecond',
  'reservedConcurrency',
  'smsDollarsPerMonth',
  'smsPerDay',
  'smsSenderId',
  'stage',
  'terminationProtection',
  'timestampAuthorityUrl',
  'tokenKeys',
  'trustAnchors',
  'trustedProxies',
  'webAclArn',
  'webhookSecretKeys',
  'yousignUrl',
] as const
export type SettingName = (typeof settingNames)[number]

/** Reads a setting; undefined where the deployment has none. */
export type Setting = (name: SettingName) => string | undefined

/** The settings of the deployment that a construct is a part of. */
export function settingsOf({ node }: Construct): Setting {
  return (name) => node.tryGetContext(name)
}

/** Refuses names that are no settings: a misspelt one would silently do nothing. */
export function refuseUnknownSettings(names: readonly string[]): void {
  const known: readonly string[] = settingNames
  for (const name of names)
    if (!isOfCdk(name) && !known.includes(name))
      throw new Error(`-c ${name}=… is no setting. infra/README.md lists all of them`)
}

/** The CDK keeps flags, look-ups and acknowledged notices in the same place. */
function isOfCdk(name: string): boolean {
  return name.startsWith('@') || name.includes(':') || name === 'acknowledged-issue-numbers'
}
