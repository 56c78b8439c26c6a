import { servePublic } from '../../shared/http/serve-public.ts'
import { operations } from './operations.ts'

export const handler = servePublic(operations)
