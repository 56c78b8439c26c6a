import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { pageAddress, pageLocale, pageQuery } from '../../../shared/pages/page-locale.ts'
import { type CodeObstacle, type CodeState, isObstacle } from '../../../shared/personal-links/code-proof.ts'
import { putCodesOfRecipient } from '../../../shared/personal-links/recipient-codes.ts'
import { countTestEmails } from '../../../shared/store/test-emails.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { changeSender } from '../model/change-sender.ts'
import { purposeOf } from '../model/page-link.ts'
import { senderVerifications } from '../model/sender-verification.ts'
import { ownerLink } from './link-access.ts'
import type { OwnerGrant } from './owner-grant.ts'
import { ownerPage } from './owner-page.ts'
import { codeEntered, codeSent, codesAfter, wasSent } from './page-code.ts'
import { backToPage } from './page-layout.ts'

export const actOnOwnerPage = operation({
  id: 'confirmSenderAccount',
  method: 'POST',
  path: '/a/{token}',
  tag: 'Registered mail pages',
  summary: 'Request or enter the code that confirms a sender account',
  description: 'Only the forms of the page do something: they carry its secret, and come from no other site.',
  access: ownerLink,
  query: pageQuery,
  responses: { 200: 'binary', 303: null, 422: 'binary' },
  errors: ['forbidden'],
  streams: true,
  async handle({ grant, form, sessionSha256, query, headers, path: { token }, baseUrl, work, clock }) {
    const nowMs = clock()
    const shown = { grant, token, locale: pageLocale(query, headers), baseUrl, obstacle: null, nowMs }
    if (!grant) return ownerPage(200, shown)
    if (!form) return refuse('forbidden', 'Open the link of the e-mail and use the forms of its page.')
    const back = backToPage(pageAddress(token, query))
    if (grant.account.status === 'verified') return back
    const codes = { code: grant.verification.code, codesOfRecipient: grant.codesOfRecipient }
    const isEntry = form.get('action') === 'prove-code'
    if (!isEntry && wasSent(form, codes.code)) return back
    const entry = {
      entered: form.get('code') ?? '',
      purpose: purposeOf(grant.target),
      email: grant.account.email,
      sessionSha256,
    }
    const outcome = isEntry ? await codeEntered(codes, entry, nowMs) : codeSent(codes, nowMs)
    const after = isObstacle(outcome) ? notedObstacle(work, grant, outcome, nowMs) : noted(work, grant, outcome, nowMs)
    if (isObstacle(outcome)) return ownerPage(422, { ...shown, grant: after, obstacle: outcome })
    if (isEntry) changeSender(work, grant.account, { status: 'verified' }, nowMs)
    else sendCode(work, after)
    return back
  },
})

/** A wrong code counts, although the answer says no. */
function notedObstacle(work: UnitOfWork, grant: OwnerGrant, obstacle: CodeObstacle, nowMs: number): OwnerGrant {
  return obstacle.kind === 'wrong' ? noted(work, grant, obstacle.state, nowMs) : grant
}

function noted(work: UnitOfWork, grant: OwnerGrant, state: CodeState, nowMs: number): OwnerGrant {
  const { verification: before, codesOfRecipient } = grant
  const verification = { ...before, code: state.signer, version: before.version + 1 }
  const after = codesAfter(codesOfRecipient, state, nowMs)
  if (before.version === 0) work.create(senderVerifications, verification)
  else work.update(senderVerifications, before, verification)
  putCodesOfRecipient(work, codesOfRecipient, after)
  return { ...grant, verification, codesOfRecipient: after }
}

function sendCode(work: UnitOfWork, { account, verification }: OwnerGrant): void {
  const data = { senderId: account.id, codeNumber: verification.code.counter }
  work.enqueue({ type: 'sender_account.verification_due', data }, account)
  if (!account.livemode) countTestEmails(work, { testOrgId: account.orgId, emails: 1, isAskedFor: false })
}
