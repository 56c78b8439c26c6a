import { answerRequest } from '../../../shared/http/answer-request.ts'
import { apiPlatform } from '../../../shared/http/api-platform.ts'
import { gatewayHandler } from '../../../shared/http/gateway-handler.ts'
import { platform } from '../../../shared/store/platform.ts'
import { operations } from './operations.ts'

export const handler = gatewayHandler(
  operations,
  async (operation, incoming, signal, tell) => {
    if (operation.access.to !== 'link') return await answerRequest(apiPlatform(), operation, incoming, signal, tell)
    // Loaded on first use: few requests come from invitations.
    const { answerInvitee } = await import('./answer-invitee.ts')
    return await answerInvitee({ platform: platform(), operation, incoming, signal })
  },
  { streams: false },
)
