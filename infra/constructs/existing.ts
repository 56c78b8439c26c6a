import type { Construct } from 'constructs'
import { settingsOf } from './settings.ts'

/**
 * The ARN of something that the stack uses instead of making it, as `-c existing=LiveSeal=arn:…,Data=arn:…` says: what another stack
 * left behind, or what was restored. Undefined: the stack makes its own.
 */
export function existingArn(scope: Construct, name: string): string | undefined {
  return existing(settingsOf(scope)('existing')).get(name)
}

/** Later keys of a ring have their number at the end, such as `SigningSecrets2`. */
const known =
  /^(Data|LiveSeal|TestSeal|VendorSecrets|(SigningSecrets|SigningActs|MailActs|SigningKey|WebhookSecretKey)([2-9]|[1-9]\d{1,2})?|Table|TableStream|Documents)$/

function existing(setting: string | undefined): Map<string, string> {
  const pairs = (setting ?? '').split(',').filter((pair) => pair !== '')
  return new Map(
    pairs.map((pair) => {
      const [name = '', arn = ''] = pair.split('=')
      if (!known.test(name) || !arn.startsWith('arn:'))
        throw new Error(`-c existing=… has ${pair}, which is not a known name and an ARN`)
      return [name, arn] as const
    }),
  )
}
