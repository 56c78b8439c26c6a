import { describe, expect, it } from 'vitest'
import { nextVendorChange } from '../../../functions/signature/model/vendor-progress.ts'
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
  const signers = statuses.map((status, index) => ({ email: `jane${index + 1}@example.com`, status, reason: null }))
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
