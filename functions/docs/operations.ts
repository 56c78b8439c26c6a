import type { Operation } from '../../shared/http/operation.ts'
import { getOpenApiDocument } from './get-openapi-document.ts'
import { getReference } from './get-reference.ts'

export const operations: readonly Operation[] = [getOpenApiDocument, getReference]
