import { answerRequest } from '../../../shared/http/answer-request.ts'
import { apiPlatform } from '../../../shared/http/api-platform.ts'
import { countedHeaders } from '../../../shared/http/counted-headers.ts'
import { gatewayHandler } from '../../../shared/http/gateway-handler.ts'
import { platform } from '../../../shared/store/platform.ts'
import { operations } from './operations.ts'

export const handler = gatewayHandler(
  operations,
  async (operation, incoming, signal, tell) => {
    if (operation.access.to !== 'link') return await answerRequest(apiPlatform(), operation, incoming, signal, tell)
    // Loaded on first use: calendars ask once an hour.
    const { answerCalendar } = await import('../calendar/feed-access.ts')
    return await answerCalendar({ platform: platform(), operation, incoming, signal })
  },
  { streams: false, headersOfUnknown: (incoming) => countedHeaders(apiPlatform(), incoming) },
)
