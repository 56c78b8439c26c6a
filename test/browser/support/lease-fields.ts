import type { SigningField } from '../../../functions/signature/signing-page/page/signing-state.ts'

const place = { required: true, label: null, text: null }

/** A field of each type, on two pages. */
export const leaseFields: readonly SigningField[] = [
  { ...place, id: 'birthplace', type: 'text', page: 1, x: 60, y: 220, width: 200, height: 22, label: 'Place of birth' },
  { ...place, id: 'detector', type: 'checkbox', page: 1, x: 60, y: 262, width: 14, height: 14, label: 'Detector seen' },
  { ...place, id: 'initials', type: 'initials', page: 1, x: 500, y: 790, width: 50, height: 24 },
  { ...place, id: 'signature', type: 'signature', page: 2, x: 60, y: 600, width: 200, height: 70 },
  { ...place, id: 'date', type: 'date', page: 2, x: 300, y: 600, width: 120, height: 24 },
]
