import { gatewayHandler } from '../../../shared/http/gateway-handler.ts'
import { platform } from '../../../shared/store/platform.ts'
import { answerVisitor } from './answer-visitor.ts'
import { operations } from './operations.ts'

export const handler = gatewayHandler(
  operations,
  async (operation, incoming, signal) => await answerVisitor({ platform: platform(), operation, incoming, signal }),
  { streams: true },
)
