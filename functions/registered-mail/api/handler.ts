import { serve } from '../../../shared/http/serve.ts'
import { operations } from './operations.ts'

export const handler = serve(operations)
