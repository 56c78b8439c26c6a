import type { Operation } from '../../../shared/http/operation.ts'
import { getMe } from './get-me.ts'

export const operations: readonly Operation[] = [getMe]
