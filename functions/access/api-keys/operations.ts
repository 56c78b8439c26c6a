import type { Operation } from '../../../shared/http/operation.ts'
import { createApiKey } from './create-api-key.ts'
import { getApiKey } from './get-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { rotateApiKeySecret } from './rotate-api-key-secret.ts'
import { updateApiKey } from './update-api-key.ts'

export const operations: readonly Operation[] = [
  listApiKeys,
  createApiKey,
  getApiKey,
  updateApiKey,
  rotateApiKeySecret,
  revokeApiKey,
]
