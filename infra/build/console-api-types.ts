import { fileURLToPath } from 'node:url'
import { openApiDocument } from '../../shared/openapi/openapi.ts'
import { apiTypes } from './api-types.ts'
import { allOperations } from './operation-groups.ts'

export const consoleApiTypesFile = fileURLToPath(new URL('../../functions/console/app/api-types.ts', import.meta.url))

/** What `functions/console/app/api-types.ts` must hold. */
export function consoleApiTypes(): string {
  return apiTypes(openApiDocument(allOperations, { serverUrl: '/', version: '' }))
}
