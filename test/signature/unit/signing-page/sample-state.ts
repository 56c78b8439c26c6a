import type { SigningField, SigningState } from '../../../../functions/signature/signing-page/page/signing-state.ts'
import { plainBrand } from '../../../../shared/pages/brand.ts'

type PlainField = Exclude<SigningField, { type: 'handwritten_mention' }>

export function sampleField(part: Partial<PlainField> & Pick<PlainField, 'id' | 'type'>): SigningField {
  return { page: 1, x: 10, y: 10, width: 100, height: 20, required: true, label: null, text: null, ...part }
}

export interface StateParts {
  readonly request?: Partial<SigningState['request']>
  readonly document?: Partial<SigningState['document']>
  readonly you?: Partial<SigningState['you']>
  readonly code?: Partial<SigningState['code']>
  readonly fields?: SigningState['fields']
}

/** The state of a request whose only signer has opened it, but for the given parts. */
export function stateOf({ request, document, you, code, fields = [] }: StateParts = {}): SigningState {
  return {
    request: {
      id: '0190b1f0-0000-7000-8000-000000000001',
      title: 'Lease',
      message: null,
      status: 'pending_signature',
      expiresAt: '2026-03-09T10:00:00.000Z',
      timeZone: 'Europe/Paris',
      organizationName: 'Agence du Parc',
      brand: plainBrand('Agence du Parc'),
      senderName: 'Claire Martin',
      allowDecline: true,
      livemode: true,
      redirectUrls: null,
      ...request,
    },
    document: {
      fileName: 'lease.pdf',
      pageCount: 1,
      sha256: 'ab'.repeat(32),
      size: 100,
      unseenPages: [],
      sealed: 'none',
      ...document,
    },
    you: {
      id: '0190b1f0-0000-7000-8000-000000000002',
      firstName: 'Jean-Paul',
      lastName: 'Émile',
      status: 'opened',
      locale: 'fr',
      authMethod: 'none',
      signingMode: 'remote',
      isYourTurn: true,
      signedAt: null,
      declinedAt: null,
      ...you,
    },
    signers: [],
    fields,
    code: {
      isNeeded: false,
      isProved: false,
      sentTo: null,
      channel: null,
      digits: 6,
      sendings: 0,
      expiresAt: null,
      canSendAt: null,
      lockedUntil: null,
      triesLeft: null,
      ...code,
    },
    consent: { text: 'I agree.', givenAt: null, agreementSha256: 'cd'.repeat(32) },
    now: '2026-03-02T10:00:00.000Z',
  }
}
