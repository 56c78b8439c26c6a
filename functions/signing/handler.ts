import { gatewayHandler } from '../../shared/http/gateway-handler.ts'
import { platform } from '../../shared/platform.ts'
import { answerSigner } from './answer-signer.ts'
import { operations } from './operations.ts'

export const handler = gatewayHandler(
  operations,
  (operation, incoming, signal) => answerSigner(platform(), operation, incoming, signal),
  { streams: true },
)
