import type { Operation } from '../../shared/http/operation.ts'
import { createUpload } from './create-upload.ts'

export const operations: readonly Operation[] = [createUpload]
