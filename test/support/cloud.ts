import type { Endpoints } from '../../infra/local/endpoints.ts'
import type { SeedContext } from '../../infra/local/workspace.ts'

/** The local cloud that is talked to. */
export type CloudInUse = SeedContext & {
  readonly adminUrl: string
  readonly endpoints: Endpoints
  /** Where the errors that operations answered with are noted; null: nowhere. */
  readonly metErrorsFile: string | null
  /** Of the fake of Yousign, where one runs. */
  readonly yousignUrl?: string
  /** The same of AR24. */
  readonly ar24Url?: string
  /** The same of a provider of remote signatures. Live organizations can use no other. */
  readonly cscUrl?: string
}

let inUse: CloudInUse | undefined

/** Says which cloud all support functions talk to from now on. */
export function useCloud(cloud: CloudInUse): void {
  inUse = cloud
}

export function cloud(): CloudInUse {
  if (!inUse) throw new Error('no local cloud is in use')
  return inUse
}
