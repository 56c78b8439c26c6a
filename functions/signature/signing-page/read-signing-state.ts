import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { localeTag } from '../../../shared/http/values.ts'
import { stateView, toState } from './state-view.ts'

export const readSigningState = operation({
  id: 'readSigningState',
  method: 'GET',
  path: '/sign/{token}/state',
  tag: 'Signing page',
  summary: 'All that the page shows, with the text to agree to in a language',
  access: { to: 'signer', bindsSession: true },
  query: v.object({ locale: v.optional(localeTag) }),
  responses: { 200: stateView },
  errors: [],
  streams: true,
  async handle({ query: { locale }, clock, ...grant }) {
    return reply(200, toState(grant, clock(), locale))
  },
})
