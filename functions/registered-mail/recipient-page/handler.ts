import { gatewayHandler } from '../../../shared/http/gateway-handler.ts'
import { platform } from '../../../shared/store/platform.ts'
import { answerHolder } from './answer-holder.ts'
import { operations } from './operations.ts'

export const handler = gatewayHandler(
  operations,
  async (operation, incoming, signal) => await answerHolder({ platform: platform(), operation, incoming, signal }),
  { streams: true },
)
