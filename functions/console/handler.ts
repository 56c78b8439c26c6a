import { gatewayHandler } from '../../shared/http/gateway-handler.ts'
import { answerPublic } from '../../shared/http/serve-public.ts'
import { operations } from './operations.ts'

export const handler = gatewayHandler(operations, answerPublic, { streams: true })
