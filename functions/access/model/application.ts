import { type Client, clients } from '../../../shared/auth/client.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { Item } from '../../../shared/store/table.ts'

/** An application as it is shown to people. */
export interface Application {
  readonly id: string
  readonly name: string
  readonly publisher: string | null
  readonly logoUrl: string | null
  readonly status: (typeof applicationStatuses)[number]
}

export const applicationStatuses = ['active', 'revoked'] as const

export function applicationOf({ id, name, publisher, logoUrl, revokedAt }: Client): Application {
  const status = revokedAt === null ? 'active' : 'revoked'
  return { id, name, publisher: publisher ?? null, logoUrl: logoUrl ?? null, status }
}

/** The registered application among what was read, unless it has been revoked. */
export function applicationIn(items: readonly Item[], id: string): Client | null {
  const client = recordsOf(clients, items).find((found) => found.id === id)
  return client?.kind === 'partner' && client.revokedAt === null ? client : null
}

/** How applications among what was read are shown, revoked ones too. Throws where one was never registered. */
export function applicationsIn(items: readonly Item[]): (id: string) => Application {
  const byId = new Map(recordsOf(clients, items).map((client) => [client.id, applicationOf(client)]))
  return (id) => {
    const application = byId.get(id)
    if (!application) throw new Error(`the application ${id} no longer exists`)
    return application
  }
}
