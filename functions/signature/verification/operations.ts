import type { Operation } from '../../../shared/http/operation.ts'
import { verifySignatureDocument } from './verify-signature-document.ts'

export const operations: readonly Operation[] = [verifySignatureDocument]
