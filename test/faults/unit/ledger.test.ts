import { expect, test } from 'vitest'
import { eventTypes } from '../../../events/catalog.ts'
import { internalEventData } from '../../../events/internal.ts'
import { auditActions } from '../../../shared/store/audit.ts'
import { ledgerNames, readLedger } from '../ledger.ts'
import { type CommittedKind, committedKinds, namesIn } from '../support/committed-line.ts'

const lines = ledgerNames.flatMap((name) => Object.values(readLedger(name)))

/** What no run of the ledgers commits: where else it comes from. */
const elsewhere: Readonly<Record<CommittedKind, Readonly<Record<string, string>>>> = {
  events: {
    'webhook.test': 'a test goes to its subscription alone: it is in no journal',
    'registered_mail.neglected': 'time passes: due-change.test.ts and recipient-page.test.ts',
  },
  jobs: {
    'account.sign_in_code_due': 'what signs people in tells it past the bus',
    'account.passkey_letter_due': 'people add and remove passkeys at the identity provider: passkeys.test.ts',
    'webhook.letter_due': 'deliveries that keep failing: webhook-letters.test.ts',
    'test_mode.letter_due': 'a test organization in which nobody writes: idle-test-mode.test.ts',
    'registered_mail.notice_due': 'letters are judged by what arrives: registered-mail-emails.test.ts',
    'registered_mail.reminder_due': 'time passes: due-change.test.ts and recipient-page.test.ts',
    'registered_mail.vendor_due': 'needs a vendor that answers: ar24.test.ts',
    'signature.vendor_reminder_due': 'needs a vendor that answers: yousign.test.ts',
    'signature.renewal_due': 'a seal that is to be renewed: renewals.test.ts',
  },
  audited: {
    'registered_mail.item_settled': 'a command of the operator',
    'registered_mail.item_refreshed': 'a vendor that reports when it is read: none of ours does',
  },
}

const all: Readonly<Record<CommittedKind, readonly string[]>> = {
  events: eventTypes,
  jobs: Object.keys(internalEventData),
  audited: auditActions,
}

test.for(committedKinds)('everything that may be committed is in a ledger: %s', (kind) => {
  const committed = new Set(lines.flatMap((line) => namesIn(line, kind)))
  const missing = all[kind].filter((name) => !committed.has(name))
  expect(missing.toSorted()).toEqual(Object.keys(elsewhere[kind]).toSorted())
})
