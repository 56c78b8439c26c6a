import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager'
import { HostedZone, type IHostedZone } from 'aws-cdk-lib/aws-route53'
import type { Construct } from 'constructs'
import { settingsOf } from './settings.ts'

/** A name of the service that lasts, and what is needed to answer there. */
export interface CustomName {
  readonly name: string
  readonly certificate: Certificate
  readonly zone: IHostedZone
}

/** The names under the domain: the API and its pages have the domain itself, the identity provider `auth.` below it. */
export interface ServiceDomain {
  readonly api: CustomName
  readonly auth: CustomName
  readonly certificate: Certificate
}

/** The domain of `-c domain=… -c hostedZone=…`; null: the gateway's own addresses. */
export function serviceDomain(scope: Construct): ServiceDomain | null {
  const setting = settingsOf(scope)
  const domain = setting('domain')
  const hostedZoneId = setting('hostedZone')
  if (!domain && !hostedZoneId) return null
  if (!domain || !hostedZoneId) throw new Error('a domain needs both -c domain=… and -c hostedZone=…')
  if (!/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(domain) || domain.length > 200)
    throw new Error('-c domain=… must be a name in lower case, such as sealpost.example.com')
  if (!/^Z[A-Z0-9]{1,31}$/.test(hostedZoneId))
    throw new Error('-c hostedZone=… must be the id of a hosted zone of Route 53, such as Z0123456789ABCDEFGHIJ')
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'HostedZone', { hostedZoneId, zoneName: domain })
  const auth = `auth.${domain}`
  const certificate = new Certificate(scope, 'Certificate', {
    domainName: domain,
    subjectAlternativeNames: [auth],
    validation: CertificateValidation.fromDns(zone),
  })
  return { api: { name: domain, certificate, zone }, auth: { name: auth, certificate, zone }, certificate }
}
