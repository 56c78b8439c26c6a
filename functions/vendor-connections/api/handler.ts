import { answerRequest } from '../../../shared/http/answer-request.ts'
import { apiPlatform } from '../../../shared/http/api-platform.ts'
import { gatewayHandler } from '../../../shared/http/gateway-handler.ts'
import { platform } from '../../../shared/store/platform.ts'
import { operations } from './operations.ts'

export const handler = gatewayHandler(
  operations,
  async (operation, incoming, signal, tell) => {
    if (operation.access.to !== 'link') return await answerRequest(apiPlatform(), operation, incoming, signal, tell)
    const { answerVendor } = await import('./answer-vendor.ts')
    return await answerVendor({ platform: platform(), operation, incoming, signal })
  },
  { streams: false },
)
