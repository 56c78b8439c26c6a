import { Names } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'
import { errorStatus } from '../../shared/errors/error-codes.ts'
import type { Setting } from './settings.ts'
import { wholeNumber } from './switches.ts'

const windowSeconds = 300
const leastLimit = 10

/**
 * The web ACL in front of both gateways: that of `-c webAclArn=…`, or one of the stack's own with `-c requestsPerAddress=…`, which lets
 * each address send so many requests within five minutes. Undefined: none.
 */
export function webAcl(scope: Construct, setting: Setting): string | undefined {
  const given = webAclArn(setting('webAclArn'))
  if (!setting('requestsPerAddress')) return given
  if (given) throw new Error('give only one of -c webAclArn=… and -c requestsPerAddress=…')
  if (setting('trustedProxies'))
    throw new Error(
      '-c requestsPerAddress=… counts what reaches the gateway: behind -c trustedProxies=… all of it comes from the proxies',
    )
  const limit = wholeNumber(setting, 'requestsPerAddress', leastLimit)
  if (limit < leastLimit)
    throw new Error(`-c requestsPerAddress=… must be ${leastLimit} at least: AWS WAF counts no fewer`)
  return ownWebAcl(scope, limit).attrArn
}

function webAclArn(arn: string | undefined): string | undefined {
  if (!arn) return undefined
  // One of CloudFront is `global`, and no gateway takes it.
  if (!/^arn:aws[\w-]*:wafv2:[a-z0-9-]+:\d{12}:regional\/webacl\/[\w-]+\/[\w-]+$/.test(arn))
    throw new Error(
      '-c webAclArn=… must be the ARN of a regional web ACL, such as arn:aws:wafv2:eu-west-3:123456789012:regional/webacl/ours/1a2b3c4d-5678-90ab-cdef-111122223333',
    )
  return arn
}

function ownWebAcl(scope: Construct, limit: number): CfnWebACL {
  const visibility = (metricName: string) => ({
    metricName,
    cloudWatchMetricsEnabled: true,
    // A sample shows addresses of requests, and links are secrets.
    sampledRequestsEnabled: false,
  })
  const refusal = 'requests-per-address'
  const acl = new CfnWebACL(scope, 'WebAcl', {
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: visibility('web-acl'),
    customResponseBodies: { [refusal]: { contentType: 'APPLICATION_JSON', content: tooMany(limit) } },
    rules: [
      {
        name: refusal,
        priority: 0,
        statement: {
          rateBasedStatement: { aggregateKeyType: 'IP', limit, evaluationWindowSec: windowSeconds },
        },
        action: {
          block: {
            customResponse: {
              responseCode: errorStatus.rate_limited,
              customResponseBodyKey: refusal,
              responseHeaders: [{ name: 'Retry-After', value: String(windowSeconds) }],
            },
          },
        },
        visibilityConfig: visibility(refusal),
      },
    ],
  })
  acl.description = `At most ${limit} requests from one address within five minutes`
  acl.name = Names.uniqueResourceName(acl, { maxLength: 100, separator: '-' })
  return acl
}

function tooMany(limit: number): string {
  const message = `Your address sent more than ${limit} requests within five minutes. Wait, and send fewer.`
  return JSON.stringify({
    error: { code: 'rate_limited', message, details: { limit, retryAfterSeconds: windowSeconds } },
  })
}
