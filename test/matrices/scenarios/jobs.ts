import type { InternalEventType } from '../../../events/internal.ts'
import { submitted } from '../../registered-mail/scenarios/registered-mails.ts'
import { creation } from '../../signature/scenarios/signature.ts'
import { signer } from '../../support/signature.ts'
import { enabling, testOfTaking } from '../../webhooks/scenarios/webhooks.ts'
import type { Scenario } from './scenario.ts'
import { type NamedScenario, operationOf, scenarioNamed } from './scenarios.ts'

/** Requests after which a job has to do something. An event without one does not compile. */
export const jobScenarios: Readonly<Record<InternalEventType, readonly NamedScenario[]>> = {
  'signature.signers_due': [
    created(
      'signers who sign in turn',
      creation({ signers: [signer('+sign'), signer('+sign')], signingOrder: 'sequential' }),
    ),
    created('a signer who declines', creation({ signers: [signer('+decline'), signer()] })),
    created('a signer whose message comes back', creation({ signers: [signer('+bounce')] })),
    created('a signer of the built-in vendor', creation({ vendor: 'native', signers: [signer()] })),
  ],
  // What comes of these is judged by the mail that arrives: see test/faults/emails.test.ts.
  'signature.letters_due': [],
  'signature.seal_due': [scenarioNamed('simulateSignerAction, sign, as the last')],
  // Needs authorities that can be asked: see test/faults/renewals.test.ts.
  'signature.renewal_due': [],
  // Need a vendor that answers: see test/signature/api/yousign.test.ts.
  'signature.vendor_due': [],
  'signature.vendor_reminder_due': [],
  'signature.storage_due': [scenarioNamed('restoreSignatureDocument, an archived one')],
  'document.stored': [scenarioNamed('createSignatureRequest, as a draft')],
  'document.discarded': [scenarioNamed('deleteSignatureRequest, draft')],
  'contact.gone': [
    scenarioNamed('deleteContact, that a request names'),
    scenarioNamed('deleteContact, a company with people'),
    scenarioNamed('mergeContacts, that a request names'),
    scenarioNamed('mergeContacts, companies with people'),
  ],
  'contact.tags_left': [scenarioNamed('updateContact, its name and tags')],
  'contact.visibility_changed': [scenarioNamed('updateContact, made private, that a request names')],
  'task.gone': [scenarioNamed('deleteTask, with occurrences that were done')],
  'task.links_gone': [scenarioNamed('deleteSignatureRequest, that a task links')],
  // Judged by its mail: see test/tasks/api/task-reminders.test.ts.
  'task.reminder_due': [],
  'registered_mail.send_due': [scenarioNamed('sendRegisteredMail, to one recipient')],
  'registered_mail.item_due': [scenarioNamed('retryRegisteredMailItem, a failed one')],
  'registered_mail.simulation_due': [
    { operation: operationOf('getRegisteredMail'), name: 'an item that its vendor has', scenario: submitted },
  ],
  // Needs a vendor that answers: see test/registered-mail/api/ar24.test.ts.
  'registered_mail.vendor_due': [],
  'registered_mail.item_changed': [scenarioNamed('simulateItemProgress, refused')],
  'registered_mail.gone': [scenarioNamed('deleteRegisteredMail, with an attachment')],
  'registered_mail.proof_due': [scenarioNamed('simulateItemProgress, delivered')],
  // Judged by their mail: see test/registered-mail/api.
  'registered_mail.notice_due': [],
  'registered_mail.reminder_due': [],
  'registered_mail.code_due': [],
  'sender_account.verification_due': [],
  'registered_mail.proof_issued': [],
  'mail.delivery_changed': [],
  'webhook.delivery_due': [
    scenarioNamed('testWebhook, an enabled one'),
    { operation: operationOf('testWebhook'), name: 'testWebhook, one that takes it', scenario: testOfTaking },
  ],
  'webhook.resume_due': [
    { operation: operationOf('enableWebhook'), name: 'enableWebhook, for which an event waits', scenario: enabling },
  ],
  // What it finds has to have been spread before: see test/faults/webhook-jobs.test.ts.
  'webhook.replay_due': [],
  // Judged by their mail as well: see webhook-e-mails.test.ts there, e-mails.test.ts and codes.test.ts.
  'webhook.letter_due': [],
  'test_mode.step_due': [
    scenarioNamed('enableTestMode, off'),
    scenarioNamed('resetTestMode, ready'),
    scenarioNamed('disableTestMode, ready'),
  ],
  // Judged by its mail: see test/organizations/api/idle-test-mode.test.ts.
  'test_mode.letter_due': [],
  'member.invitation_due': [],
  'account.sign_in_code_due': [],
  // Judged by its mail: see test/identity-provider/api/passkeys.test.ts.
  'account.passkey_letter_due': [],
}

/** Each of them, with its event. */
export const jobCases = Object.entries(jobScenarios).flatMap(([type, scenarios]) =>
  scenarios.map((scenario) => ({ type, name: scenario.name, scenario })),
)

function created(name: string, scenario: Scenario): NamedScenario {
  return { operation: operationOf('createSignatureRequest'), name, scenario }
}
