import { describe, expect, it } from 'vitest'
import {
  differenceAtVendor,
  isFinishing,
  nextVendorChange,
  refusedByVendor,
} from '../../../functions/signature/model/vendor-progress.ts'
import type { VendorRequestState, VendorSignerState } from '../../../functions/signature/vendors/external-signing.ts'
import { cause, sampleRequest, sampleSigner } from './sample-request.ts'

const at = '2026-03-01T10:00:00.000Z'
const notified = { status: 'notified', notifiedAt: at } as const
const record = sampleRequest({
  vendor: 'yousign',
  vendorRequestId: 'theirs',
  signers: [sampleSigner(1, { ...notified, status: 'signed', signedAt: at }), sampleSigner(2, notified)],
})

function told(
  statuses: readonly VendorSignerState['status'][],
  more: Partial<VendorRequestState> = {},
): VendorRequestState {
  const signers = statuses.map((status, index) => ({
    email: `jane${index + 1}@example.com`,
    firstName: 'Jane',
    lastName: `Doe ${index + 1}`,
    level: 'ses' as const,
    authMethod: 'none' as const,
    status,
    reason: null,
    signedAt: null,
  }))
  return { vendorRequestId: 'theirs', status: 'completed', signers, ...more }
}

describe('what a vendor says of a request', () => {
  it('completes it where the vendor says so, and all of our signers signed there', () => {
    expect(nextVendorChange(record, told(['signed', 'signed']), cause)?.after.status).toBe('completed')
  })

  it.for([
    ['is still ongoing there', told(['signed', 'signed'], { status: 'ongoing' })],
    ['lacks a signature there that it has here', told(['waiting', 'signed'])],
    ['lacks a signer there', { ...told([]), signers: told(['signed', 'signed']).signers.slice(1) }],
    ['is another one there', told(['signed', 'signed'], { vendorRequestId: 'another' })],
  ] as const)('changes nothing where it %s', ([, state]) => {
    expect(nextVendorChange(record, state, cause)).toBeNull()
  })

  it('ends it where a signer declined there, and says as before that the sender did not allow it', () => {
    const change = nextVendorChange({ ...record, allowDecline: false }, told(['signed', 'declined']), cause)
    expect(change?.after).toMatchObject({ status: 'declined', allowDecline: false })
  })

  it('keeps the request that was handed over', () => {
    expect(nextVendorChange({ ...record, vendorRequestId: null }, told(['signed']), cause)?.after.vendorRequestId).toBe(
      'theirs',
    )
  })
})

describe('a request that the vendor refuses', () => {
  it('is an error of the signer whose turn it is, wherever that one stands', () => {
    const waiting = (index: number, order: number) => sampleSigner(index, { status: 'waiting', order })
    const signers = [waiting(1, 2), waiting(2, 1)]
    const change = refusedByVendor({ ...record, signingOrder: 'sequential', signers }, 'No such number.', cause)
    expect(change?.after.signers.map(({ status }) => status)).toEqual(['waiting', 'error'])
  })
})

describe('a request whose time is over', () => {
  it('is finishing at the vendor where all signed there in time, and the vendor has yet to say that it is complete', () => {
    const ongoing = (...statuses: VendorSignerState['status'][]) => told(statuses, { status: 'ongoing' })
    expect(isFinishing(record, ongoing('signed', 'signed'))).toBe(true)
    expect(isFinishing(record, ongoing('signed', 'opened'))).toBe(false)
    expect(isFinishing(record, told(['signed', 'signed']))).toBe(false)
    const { signers } = ongoing('signed', 'signed')
    const late = signers.map((signer) => ({ ...signer, signedAt: '2999-01-01T00:00:00.000Z' }))
    expect(isFinishing(record, { ...ongoing(), signers: late })).toBe(false)
  })
})

describe('when a signer signed', () => {
  const second = (more: Partial<typeof record>, signedAt: string | null) => {
    const state = told(['signed', 'signed'])
    const signers = state.signers.map((signer) => ({ ...signer, signedAt }))
    return nextVendorChange({ ...record, ...more }, { ...state, signers }, cause)
  }
  const expiresAt = '2026-03-01T11:30:00.000Z'

  it('is told by the vendor, and counts although the news comes after the expiry', () => {
    const change = second({ expiresAt }, '2026-03-01T11:00:00.000Z')
    expect(change?.after).toMatchObject({ status: 'completed', expiresAt, completedAt: '2026-03-01T12:00:00.000Z' })
    expect(change?.after.signers[1]?.signedAt).toBe('2026-03-01T11:00:00.000Z')
    expect(change?.steps[0]?.detail?.signedAt).toBe('2026-03-01T11:00:00.000Z')
  })

  it('is when we hear of it, where the vendor tells no time, or one before it was sent or in the future', () => {
    for (const signedAt of [null, '2026-02-01T00:00:00.000Z', '2026-03-01T13:00:00.000Z'])
      expect(second({}, signedAt)?.after.signers[1]?.signedAt).toBe('2026-03-01T12:00:00.000Z')
  })

  it('is too late after the expiry', () => {
    expect(second({ expiresAt }, '2026-03-01T11:45:00.000Z')).toBeNull()
  })
})

describe('the signers at a vendor', () => {
  const one = told(['notified'])
  const changed = (more: Partial<VendorSignerState>) =>
    differenceAtVendor(record, { ...one, signers: one.signers.map((signer) => ({ ...signer, ...more })) })

  it('are those that were handed over, however their names are written', () => {
    expect(changed({})).toBeNull()
    expect(changed({ firstName: 'JANE ', lastName: 'doe  1' })).toBeNull()
  })

  it.for([
    ['another level', { level: 'qes' }],
    ['a level that we do not know', { level: null }],
    ['another way to show who they are', { authMethod: 'sms_otp' }],
    ['another name', { lastName: 'Lory' }],
  ] as const)('are not those that were handed over with %s', ([, more]) => {
    expect(changed(more)).not.toBeNull()
  })
})
