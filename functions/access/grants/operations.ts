import type { Operation } from '../../../shared/http/operation.ts'
import { approveGrant } from './approve-grant.ts'
import { changeGrant } from './change-grant.ts'
import { consentToApplication } from './consent-to-application.ts'
import { exchangeCode } from './exchange-code.ts'
import { getConsentRequest } from './get-consent-request.ts'
import { installApplication } from './install-application.ts'
import { listGrants } from './list-grants.ts'
import { listOwnGrants } from './list-own-grants.ts'
import { revokeGrant } from './revoke-grant.ts'
import { revokeOwnGrant } from './revoke-own-grant.ts'

export const operations: readonly Operation[] = [
  listGrants,
  installApplication,
  approveGrant,
  changeGrant,
  revokeGrant,
  listOwnGrants,
  revokeOwnGrant,
  getConsentRequest,
  consentToApplication,
  exchangeCode,
]
