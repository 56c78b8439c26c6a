import type { Operation } from '../../../shared/http/operation.ts'
import { declineToSign } from './decline-to-sign.ts'
import { getSigningAsset } from './get-signing-asset.ts'
import { getSigningPage } from './get-signing-page.ts'
import { giveConsent } from './give-consent.ts'
import { handleCode } from './handle-code.ts'
import { noteViewedPages } from './note-viewed-pages.ts'
import { previewStamp } from './preview-stamp.ts'
import { readSigningDocument } from './read-signing-document.ts'
import { readSigningState } from './read-signing-state.ts'
import { signDocument } from './sign-document.ts'

/** What the signers' page consists of and asks for. All of it streams, since the documents do. */
export const operations: readonly Operation[] = [
  getSigningPage,
  getSigningAsset,
  readSigningState,
  readSigningDocument,
  noteViewedPages,
  previewStamp,
  handleCode,
  giveConsent,
  signDocument,
  declineToSign,
]
