import { call } from '../api.ts'
import type { VendorConnection } from '../api-types.ts'
import { isTest, type Org } from '../context.ts'
import { textsOf } from '../language.ts'

const texts = textsOf({
  en: {
    native: { signature: 'Sealpost signing page', registered_mail: 'Sealpost registered mail' },
    simulated: 'Simulated',
    missing: (name: string) => `${name} (not connected)`,
  },
  fr: {
    native: { signature: 'Page de signature Sealpost', registered_mail: 'Envoi recommandé Sealpost' },
    simulated: 'Simulé',
    missing: (name: string) => `${name} (non connecté)`,
  },
})

/** The outside vendors of an organization. Empty where the reader may not see them: the own ones can be chosen nevertheless. */
export async function connectionsOf({ id }: Org): Promise<readonly VendorConnection[]> {
  return await call('GET /v1/orgs/{orgId}/vendor-connections', { path: { orgId: id } }).then(
    ({ results }) => results,
    () => [],
  )
}

/** The vendors to choose from, by their keys. Only test organizations have simulated ones. */
export function vendorNames(
  kind: VendorConnection['kind'],
  connections: readonly VendorConnection[],
  org: Org,
): Record<string, string> {
  const t = texts()
  const outside = connections
    .filter((connection) => connection.kind === kind)
    .map(({ vendor, name, status }) => [vendor, status === 'not_configured' ? t.missing(name) : name])
  return {
    ...(isTest(org) && { simulated: t.simulated }),
    native: t.native[kind],
    ...Object.fromEntries(outside),
  }
}

/** What outside vendors of registered mail are called, in every language. */
const outsideMailVendors: Readonly<Record<string, string>> = { ar24: 'AR24' }

/** The name of a vendor of registered mail; one that this version does not know by its key. */
export function mailVendorName(vendor: string): string {
  const t = texts()
  const own: Readonly<Record<string, string>> = { simulated: t.simulated, native: t.native.registered_mail }
  return own[vendor] ?? outsideMailVendors[vendor] ?? vendor
}

/** Whether the vendor has accounts of its own, which people may have there already. */
export function isOutsideVendor(vendor: string): boolean {
  return vendor !== 'native' && vendor !== 'simulated'
}
