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
      throw new Error(`-c ${name}=… is no setting; the closest is ${closestSetting(name)}. infra/README.md lists all`)
}

/** The CDK keeps flags, look-ups and acknowledged notices in the same place. */
function isOfCdk(name: string): boolean {
  return name.startsWith('@') || name.includes(':') || name === 'acknowledged-issue-numbers'
}

function closestSetting(name: string): string {
  const byDistance = settingNames.map((one) => ({ one, distance: distanceOf(one.toLowerCase(), name.toLowerCase()) }))
  return byDistance.toSorted((a, b) => a.distance - b.distance)[0]?.one ?? ''
}

/** How many letters have to be added, removed or replaced (Levenshtein). */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
