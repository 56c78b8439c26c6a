import type { Operation } from '../../../shared/http/operation.ts'
import { cancelSignatureRequest } from './cancel-signature-request.ts'
import { correctSigner } from './correct-signer.ts'
import { createSignatureRequest } from './create-signature-request.ts'
import { createSigningLink } from './create-signing-link.ts'
import { deleteSignatureRequest } from './delete-signature-request.ts'
import { extendSignatureRequest } from './extend-signature-request.ts'
import { getSignatureOptions } from './get-signature-options.ts'
import { getSignatureRequest } from './get-signature-request.ts'
import { listSignatureActivity } from './list-signature-activity.ts'
import { listSignatureFields } from './list-signature-fields.ts'
import { listSignatureRequests } from './list-signature-requests.ts'
import { remindSigner } from './remind-signer.ts'
import { resealSignatureRequest } from './reseal-signature-request.ts'
import { sendSignatureRequest } from './send-signature-request.ts'
import { simulateExpiry } from './simulate-expiry.ts'
import { simulateSignerAction } from './simulate-signer-action.ts'
import { updateSignatureRequest } from './update-signature-request.ts'

export const operations: readonly Operation[] = [
  createSignatureRequest,
  listSignatureRequests,
  getSignatureOptions,
  getSignatureRequest,
  updateSignatureRequest,
  deleteSignatureRequest,
  sendSignatureRequest,
  cancelSignatureRequest,
  extendSignatureRequest,
  remindSigner,
  correctSigner,
  createSigningLink,
  resealSignatureRequest,
  listSignatureFields,
  listSignatureActivity,
  simulateSignerAction,
  simulateExpiry,
]
