import type { SigningState } from './signing-state.ts'

/** What a person is told, once the state is known. */
export type Screen =
  | 'signing'
  | 'not_your_turn'
  | 'signed'
  | 'declined_by_you'
  | 'declined_by_other'
  | 'canceled'
  | 'expired'
  | 'completed'
  | 'not_asked'

/**
 * The screen that follows from the state at a time of the server's clock, in milliseconds. A request whose time is up is
 * expired before the server has been asked again; one that you signed stays signed until the server says otherwise.
 */
export function screenOf({ request, you }: SigningState, now: number): Screen {
  switch (request.status) {
    case 'declined':
      return you.status === 'declined' ? 'declined_by_you' : 'declined_by_other'
    case 'canceled':
    case 'expired':
      return request.status
    case 'completed':
      return you.status === 'signed' ? 'signed' : 'completed'
    case 'pending_signature':
      return screenWhilePending(you, now >= Date.parse(request.expiresAt))
  }
}

function screenWhilePending(you: SigningState['you'], isPast: boolean): Screen {
  if (you.status === 'signed') return 'signed'
  if (you.status === 'declined') return 'declined_by_you'
  if (isPast) return 'expired'
  if (you.status === 'aborted' || you.status === 'error') return 'not_asked'
  return you.isYourTurn ? 'signing' : 'not_your_turn'
}
