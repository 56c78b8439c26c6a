import type { EntityPlace } from '../store/entities.ts'
import { chosenAmong, inherited } from '../store/settings.ts'
import type { Item } from '../store/table.ts'
import { type Brand, brandOf } from './brand.ts'

interface Shown {
  /** The name of the organization, which speaks where no other name was chosen. */
  readonly organization: string
  /** Where logos are served, such as `https://api.example.com/sign/logos/`. */
  readonly logos: string
}

/** The brand of an entity, among what was read. */
export function brandIn(items: readonly Item[], { orgId, entityId }: EntityPlace, shown: Shown): Brand {
  const chosenBy = chosenAmong(items)
  const { branding } = inherited(chosenBy({ orgId, nodeId: orgId }), chosenBy({ orgId, nodeId: entityId }))
  return brandOf(shown.organization, branding, branding.logo && `${shown.logos}${branding.logo}`)
}

/** Where logos are served by a service at this address. */
export function logosAt(baseUrl: string): string {
  return `${baseUrl.replace(/\/$/, '')}/sign/logos/`
}
