/**
 * Facts about Yousign's API v3 that its public documentation leaves open. Each stands here alone: confirm it with Yousign before
 * going live, and change it here.
 */
export const yousignFacts = {
  /** Documented. */
  liveUrl: 'https://api.yousign.app/v3',
  sandboxUrl: 'https://api-sandbox.yousign.app/v3',
  /** Uncertain: that the list can be filtered by our own id. The answer is filtered again here, so that an ignored filter finds fewer, never wrong ones. */
  externalIdFilter: 'external_id',
  // Uncertain: that the signers of an answer repeat name, level and authentication mode as they were sent; a mode that is null or absent
  // stands for a vendor's own identity check. Names are compared without regard to case and white space.
  // Uncertain: that advanced and qualified signatures carry a timestamp. A certificate without one is judged by when the file is fetched, and
  // certificates that are made for one signature end soon.
  /** Uncertain: the largest page of the list. */
  listLimit: 100,
  /** Uncertain: coordinates are whole points from the top-left corner of the page. */
  coordinatesFromTop: true,
  /** Uncertain: whether a request expires at the start or the end of its day. We send the next day, and cancel at the exact time ourselves. */
  extraExpiryDays: 1,
  /** Known by name only: the reason for a cancellation of our own. */
  cancelReason: 'contractualization_aborted',
  /** Uncertain: a request has one document, so that the download is this PDF and no archive. */
  signedDownloadPath: (requestId: string) => `/signature_requests/${requestId}/documents/download?version=completed`,
  /** Known by name only: one PDF with the trails of all signers. */
  auditTrailPath: (requestId: string) => `/signature_requests/${requestId}/audit_trails/download`,
  /** Ours: longer answers are not read. */
  maxJsonBytes: 5_000_000,
  maxPdfBytes: 50_000_000,
  /** Uncertain: the time that an answer may take. The contract of our API gives vendors 20 s. */
  timeoutMs: 20_000,
} as const
