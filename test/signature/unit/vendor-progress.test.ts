import { describe, expect, it } from 'vitest'
import { differenceAtVendor, nextVendorChange } from '../../../functions/signature/model/vendor-progress.ts'
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

  it('keeps the request that was handed over', () => {
    expect(nextVendorChange({ ...record, vendorRequestId: null }, told(['signed']), cause)?.after.vendorRequestId).toBe(
      'theirs',
    )
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
