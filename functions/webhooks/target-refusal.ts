import { optionalEnvironment } from '../../shared/environment.ts'
import { type Refusal, refuse } from '../../shared/errors/refusal.ts'
import { resolveTarget } from '../../shared/webhooks/resolve-target.ts'
import { targetFault } from '../../shared/webhooks/target.ts'

/** Why events cannot be posted to an address; null: they can, as far as can be told before the first attempt. */
export async function targetRefusal(url: string): Promise<Refusal<'invalid_input'> | null> {
  const rules = { isLocalAllowed: optionalEnvironment('LOCAL_WEBHOOK_RECEIVERS') === 'allowed' }
  const fault = targetFault(url, rules)
  if (fault !== null) return refuse('invalid_input', `url: ${fault}`)
  const resolved = await resolveTarget(url, rules)
  if (!('fault' in resolved)) return null
  return refuse(
    'invalid_input',
    resolved.fault === 'dns_error'
      ? 'url: The host has no address. Look for a typing error, or wait until DNS knows it.'
      : 'url: The host leads to an address that is not public; events are posted over the internet alone.',
  )
}
