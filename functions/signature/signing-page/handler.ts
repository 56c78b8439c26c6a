import { gatewayHandler } from '../../../shared/http/gateway-handler.ts'
import { answerPublic } from '../../../shared/http/serve-public.ts'
import { platform } from '../../../shared/store/platform.ts'
import { answerSigner } from './answer-signer.ts'
import { operations } from './operations.ts'

export const handler = gatewayHandler(
  operations,
  async (operation, incoming, signal) =>
    operation.access.to === 'anyone'
      ? await answerPublic(operation, incoming)
      : await answerSigner({ platform: platform(), operation, incoming, signal }),
  { streams: true },
)
