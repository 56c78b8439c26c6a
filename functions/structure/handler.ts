import { answerRequest } from '../../shared/http/answer-request.ts'
import { apiPlatform } from '../../shared/http/api-platform.ts'
import { gatewayHandler } from '../../shared/http/gateway-handler.ts'
import { answerInvitee } from './answer-invitee.ts'
import { operations } from './operations.ts'

export const handler = gatewayHandler(
  operations,
  (operation, incoming, signal) => {
    const answer = operation.access.to === 'invitee' ? answerInvitee : answerRequest
    return answer(apiPlatform(), operation, incoming, signal)
  },
  { streams: false },
)
