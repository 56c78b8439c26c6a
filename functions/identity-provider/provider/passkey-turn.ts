import { errors } from 'oidc-provider'
import { minuteMs } from '../../../shared/platform/clock.ts'
import type { PasskeyDependencies } from '../passkeys/passkey-changes.ts'
import type { Options } from '../passkeys/passkey-options.ts'
import { passkeyMessages } from './pages/passkey-messages.ts'
import { pageFacts, type Turn } from './turn.ts'

/** What it takes to do something with passkeys, where they are offered. */
export function passkeyDependencies({ dependencies }: Turn): PasskeyDependencies {
  const { relyingParty, table, clock, ids } = dependencies
  if (!relyingParty) throw new errors.SessionNotFound('passkeys are not offered here')
  return { relyingParty, table, clock, ids }
}

/** Answers the script of the page. */
export function answerScript(turn: Turn, answer: Options): void {
  const { ctx, dependencies } = turn
  ctx.set('Cache-Control', 'no-store')
  if ('options' in answer) {
    ctx.body = { options: answer.options }
    return
  }
  const waitMs = Math.max(1, answer.mayAskAtMs - dependencies.clock())
  ctx.status = 429
  ctx.set('Retry-After', String(Math.ceil(waitMs / 1000)))
  ctx.body = { message: passkeyMessages[pageFacts(turn).locale].tooManyPasskeys(Math.ceil(waitMs / minuteMs)) }
}
