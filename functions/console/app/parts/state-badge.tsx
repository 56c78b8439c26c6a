import { Badge, type BadgeTone } from '../../../../shared/pages/components/badge.tsx'
import { textsOf } from '../language.ts'

const texts = textsOf({
  en: {
    active: 'Active',
    expired: 'Expired',
    revoked: 'Revoked',
    enabled: 'Enabled',
    disabled: 'Disabled',
    failing: 'Failing',
    pending: 'Pending',
    retrying: 'Retrying',
    succeeded: 'Delivered',
    dead: 'Given up',
    canceled: 'Canceled',
    draft: 'Draft',
    pending_signature: 'Waiting for signatures',
    completed: 'Completed',
    declined: 'Declined',
    waiting: 'Waiting',
    notified: 'Notified',
    opened: 'Opened',
    signed: 'Signed',
    aborted: 'Stopped',
    error: 'Error',
    sending: 'Sending',
    in_progress: 'In progress',
    partially_failed: 'Partly failed',
    failed: 'Failed',
    sent: 'Sent',
    deposited: 'Deposited',
    delivered: 'Accepted',
    refused: 'Refused',
    neglected: 'Not claimed',
    bounced: 'Bounced',
    open: 'Open',
    none: 'Off',
    creating: 'Being created',
    ready: 'Ready',
    resetting: 'Being reset',
    purging: 'Being deleted',
    sealed: 'Sealed',
    verified: 'Verified',
    not_configured: 'Not connected',
  },
  fr: {
    active: 'Actif',
    expired: 'Expiré',
    revoked: 'Révoqué',
    enabled: 'Activé',
    disabled: 'Désactivé',
    failing: 'En échec',
    pending: 'En attente',
    retrying: 'Nouvel essai',
    succeeded: 'Livré',
    dead: 'Abandonné',
    canceled: 'Annulé',
    draft: 'Brouillon',
    pending_signature: 'En attente de signature',
    completed: 'Terminé',
    declined: 'Refusé',
    waiting: 'En attente',
    notified: 'Prévenu',
    opened: 'Ouvert',
    signed: 'Signé',
    aborted: 'Arrêté',
    error: 'Erreur',
    sending: 'En cours d’envoi',
    in_progress: 'En cours',
    partially_failed: 'Échec partiel',
    failed: 'Échec',
    sent: 'Envoyé',
    deposited: 'Déposé',
    delivered: 'Accepté',
    refused: 'Refusé',
    neglected: 'Non réclamé',
    bounced: 'Adresse erronée',
    open: 'À faire',
    none: 'Inactif',
    creating: 'En création',
    ready: 'Prêt',
    resetting: 'En réinitialisation',
    purging: 'En suppression',
    sealed: 'Scellé',
    verified: 'Vérifié',
    not_configured: 'Non connecté',
  },
})

type State = keyof ReturnType<typeof texts>

/** Where the French word differs for a thing such as “une demande”. */
const feminine = textsOf<Partial<Record<State, string>>>({
  en: {},
  fr: {
    active: 'Active',
    expired: 'Expirée',
    revoked: 'Révoquée',
    succeeded: 'Livrée',
    dead: 'Abandonnée',
    canceled: 'Annulée',
    completed: 'Terminée',
    declined: 'Refusée',
  },
})

const tones: Partial<Record<State, BadgeTone>> = {
  active: 'good',
  enabled: 'good',
  succeeded: 'good',
  completed: 'good',
  signed: 'good',
  sealed: 'good',
  verified: 'good',
  delivered: 'good',
  ready: 'good',
  failing: 'bad',
  dead: 'bad',
  declined: 'bad',
  failed: 'bad',
  partially_failed: 'bad',
  refused: 'bad',
  neglected: 'bad',
  bounced: 'bad',
  error: 'bad',
  revoked: 'bad',
  pending: 'waiting',
  retrying: 'waiting',
  pending_signature: 'waiting',
  in_progress: 'waiting',
  sending: 'waiting',
  creating: 'waiting',
  resetting: 'waiting',
  purging: 'waiting',
}

interface StateOptions {
  /** Whether the thing that has the state is feminine in French. */
  readonly isFeminine?: boolean
}

export function stateName(state: State, { isFeminine = false }: StateOptions = {}): string {
  return (isFeminine ? feminine()[state] : undefined) ?? texts()[state]
}

/** A state in the reader's language. A state that this version does not know is shown by its word in the API. */
export function StateBadge({ state, ...options }: StateOptions & { state: string }) {
  const known = isState(state) ? state : null
  return <Badge tone={(known && tones[known]) ?? 'neutral'}>{known ? stateName(known, options) : state}</Badge>
}

function isState(state: string): state is State {
  return state in texts()
}
