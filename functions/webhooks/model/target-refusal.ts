import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { optionalEnvironment } from '../../../shared/platform/environment.ts'
import { resolveTarget } from '../../../shared/platform/resolve-target.ts'
import { type TargetRules, targetFault } from '../../../shared/platform/target.ts'

/** As the function is told; a command says it itself. */
const ownRules = (): TargetRules => ({ isLocalAllowed: optionalEnvironment('LOCAL_WEBHOOK_RECEIVERS') === 'allowed' })

/** Why events cannot be posted to a URL; null if nothing is wrong before the first attempt. */
export async function targetRefusal(url: string, rules = ownRules()): Promise<Refusal<'invalid_input'> | null> {
  const fault = targetFault(url, rules)
  if (fault !== null) return refuse('invalid_input', `url: ${fault}`)
  const resolved = await resolveTarget(url, rules)
  if (!('fault' in resolved)) return null
  return refuse(
    'invalid_input',
    resolved.fault === 'dns_error'
      ? 'url: The host name does not resolve. Check the spelling, or wait until its DNS record is published.'
      : 'url: The host resolves to an address that is not public. Events are only posted over the internet.',
  )
}
