import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { optionalLocaleTag } from '../../../shared/http/values.ts'
import { firstSignerLink } from './signer-access.ts'
import { stateView, toState } from './state-view.ts'

export const readSigningState = operation({
  id: 'readSigningState',
  method: 'GET',
  path: '/sign/{token}/state',
  tag: 'Signing page',
  summary: 'Get everything that the page shows, with the consent text in the chosen language',
  access: firstSignerLink,
  query: v.object({ locale: optionalLocaleTag }),
  responses: { 200: stateView },
  errors: [],
  streams: true,
  async handle({ query: { locale }, clock, ...grant }) {
    return reply(200, toState(grant, clock(), locale))
  },
})
