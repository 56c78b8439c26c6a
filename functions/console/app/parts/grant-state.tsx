import type { Grant } from '../api-types.ts'
import { textsOf } from '../language.ts'
import { StateBadge } from './state-badge.tsx'

const texts = textsOf({
  en: { byOperator: 'The operator of the service revoked this application. It can do nothing any more.' },
  fr: { byOperator: 'L’opérateur du service a révoqué cette application. Elle ne peut plus rien faire.' },
})

/** The state of a grant. Without its application, it has no effect. */
export function GrantState({ grant: { status, application } }: { grant: Grant }) {
  const hasNoEffect = application.status === 'revoked'
  return (
    <>
      <StateBadge isFeminine state={hasNoEffect ? 'revoked' : status} />
      {hasNoEffect && status !== 'revoked' && <div class="quiet">{texts().byOperator}</div>}
    </>
  )
}
