import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { settingNames } from '../../../infra/constructs/settings.ts'
import { appOfEmptyFunctions } from './synthesized-stack.ts'

const webAcl = 'arn:aws:wafv2:eu-west-3:123456789012:regional/webacl/ours/1a2b3c4d-5678-90ab-cdef-111122223333'
const vault = 'arn:aws:backup:eu-west-1:123456789012:backup-vault:copies'
const outside = { issuer: 'https://id.example.com', audience: 'urn:example:api' }

describe('a wrong setting is refused in a sentence', () => {
  test.each<[Record<string, string>, string]>([
    [{ timestampAuthorityUrl: 'foo' }, '-c timestampAuthorityUrl=… must be a web address, such as http'],
    [{ timestampAuthorityUrl: 'ftp://timestamp.example.com' }, '-c timestampAuthorityUrl=… must be'],
    [{ timestampAuthorityUrl: 'https://me:secret@timestamp.example.com' }, '-c timestampAuthorityUrl=… must be'],
    [{ trustedProxies: 'banana' }, '-c trustedProxies=… must be addresses or ranges'],
    [{ trustedProxies: '300.1.1.1/8' }, '300.1.1.1/8 is none'],
    [{ trustedProxies: '10.0.0.0/33' }, '10.0.0.0/33 is none'],
    [{ trustedProxies: '10.0.0.0/8, 192.0.2.7' }, 'no spaces'],
    [{ trustedProxies: '10.0.0.0/8,' }, 'an empty one is none'],
    [{ webAclArn: 'zzz' }, '-c webAclArn=… must be the ARN of a regional web ACL'],
    [{ webAclArn: webAcl.replace('regional', 'global') }, '-c webAclArn=… must be the ARN of a regional web ACL'],
    [{ cscProviders: 'foo' }, '-c cscProviders=… must be HTTPS addresses'],
    [{ cscProviders: 'http://x' }, 'http://x is none'],
    [{ cscProviders: 'https://rqes.example.com/csc/v2,' }, 'an empty one is none'],
    [{ ar24Url: 'http://ar24.example.com' }, '-c ar24Url=… must be an HTTPS address'],
    [{ requestsPerAddress: '5' }, '-c requestsPerAddress=… must be 10 at least: AWS WAF'],
    [{ backupCopyTo: vault }, '-c backupCopyTo=… copies backups: it needs -c backups=on'],
    [{ backupCopyTo: vault, backups: 'off' }, 'it needs -c backups=on'],
    [
      { trustAnchors: 'missing.pem' },
      '-c trustAnchors=… must be a file of PEM certificates; missing.pem cannot be read',
    ],
    [{ trustAnchors: 'package.json' }, 'package.json has none, or one that cannot be read'],
    [{ ...outside, issuer: 'foo' }, '-c issuer=… must be an HTTPS address'],
    [{ ...outside, consentUrl: 'http://id.example.com/consent' }, '-c consentUrl=… must be an HTTPS address'],
    [{ audienceScope: 'api' }, '-c audienceScope=… is for an external identity provider'],
    [{ mailform: 'Sealpost <a@example.com>' }, '-c mailform=… is no setting.'],
    [{ 'mail-from': 'a@example.com' }, '-c mail-from=… is no setting.'],
    [{ trustedproxys: '10.0.0.0/8' }, '-c trustedproxys=… is no setting.'],
    [{ TERMINATIONPROTECTION: 'off' }, '-c TERMINATIONPROTECTION=… is no setting.'],
  ])('%o', (settings, told) => {
    expect(() => appOfEmptyFunctions(settings)).toThrow(told)
  })
})

test.each<Record<string, string>>([
  { timestampAuthorityUrl: 'http://timestamp.example.com/rfc3161?kind=tsa' },
  { trustedProxies: '10.0.0.0/8,192.0.2.7,2001:db8::/32' },
  { cscProviders: 'https://rqes.example.com/csc/v2, https://sign.example.com' },
  { requestsPerAddress: '10' },
  { webAclArn: webAcl.replace('arn:aws:', 'arn:aws-cn:').replace('eu-west-3', 'cn-north-1') },
  { 'acknowledged-issue-numbers': '34892', 'availability-zones:account=1:region=eu-west-3': 'a' },
])('%o is taken', (settings) => {
  expect(() => appOfEmptyFunctions(settings)).not.toThrow()
})

/** What only the local cloud sets, and what is for tests of a vendor's. */
const ofNobody = ['localPasskeys', 'localWebhookReceivers', 'yousignUrl', 'ar24Url']

test('the README names every setting, and every setting is read by its known name', () => {
  const readme = readFileSync('infra/README.md', 'utf8')
  expect(settingNames.filter((name) => !ofNobody.includes(name) && !readme.includes(name))).toEqual([])
  const readers = globSync('infra/{*,constructs/*}.ts').filter((path) =>
    readFileSync(path, 'utf8').includes('tryGetContext'),
  )
  expect(readers).toEqual(['infra/constructs/settings.ts'])
})
