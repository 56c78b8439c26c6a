import type { Operation } from '../../../shared/http/operation.ts'
import { exportContacts } from './export-contacts.ts'
import { getSignatureDocument } from './get-signature-document.ts'

/** What streams, and so may answer with more than the 6 MB of a buffered answer. */
export const operations: readonly Operation[] = [exportContacts, getSignatureDocument]
