import type { CallOptions } from '../../support/client.ts'
import type { Tenant } from '../../support/tenant.ts'

/** A request that an operation answers with success. It can be sent again, as a client does that heard no answer. */
export interface Ask {
  readonly path: string
  readonly options: CallOptions
  /** What the caller has read just before: the function has met then what the request is about. */
  readonly after?: string
}

/** Makes what an operation needs in a tenant of its own, and gives the request. */
export type Scenario = (of: Tenant) => Promise<Ask>

/** By what sets one apart from the others of its operation. */
export type Scenarios = Readonly<Record<string, Scenario>>
