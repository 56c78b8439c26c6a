/** Every Lambda function by its name, with the folder of its `handler.ts`. The names are those of the deployed functions. */
export const functionFolders = {
  'api-keys': 'functions/access/api-keys',
  auth: 'functions/identity-provider/provider',
  console: 'functions/console',
  'contact-links': 'functions/contacts/links',
  contacts: 'functions/contacts/api',
  docs: 'functions/docs',
  'document-keeping': 'functions/outbox/document-keeping',
  'document-sealing': 'functions/signature/sealing',
  downloads: 'functions/signature/downloads',
  'due-sweep': 'functions/sweep',
  'event-relay': 'functions/outbox/event-relay',
  events: 'functions/events',
  grants: 'functions/access/grants',
  identity: 'functions/organizations/me',
  'mail-events': 'functions/outbox/mail-events',
  'member-letters': 'functions/organizations/emails',
  provisioning: 'functions/organizations/provisioning',
  'registered-mail-jobs': 'functions/registered-mail/jobs',
  'registered-mail-letters': 'functions/registered-mail/emails',
  'registered-mail-page': 'functions/registered-mail/recipient-page',
  'registered-mail-proofs': 'functions/registered-mail/proofs',
  'registered-mail-vendors': 'functions/registered-mail/vendor-jobs',
  'registered-mails': 'functions/registered-mail/api',
  signature: 'functions/signature/api',
  'signature-letters': 'functions/signature/emails',
  'signature-vendors': 'functions/signature/vendor-jobs',
  signing: 'functions/signature/signing-page',
  'simulated-vendor': 'functions/signature/simulated-vendor',
  structure: 'functions/organizations/api',
  'task-jobs': 'functions/tasks/jobs',
  tasks: 'functions/tasks/api',
  'test-mode': 'functions/organizations/test-mode',
  uploads: 'functions/uploads',
  'vendor-connections': 'functions/vendor-connections/api',
  verification: 'functions/signature/verification',
  'verify-page': 'functions/signature/verify-page',
  'webhook-delivery': 'functions/webhooks/delivery',
  'webhook-fanout': 'functions/webhooks/fanout',
  webhooks: 'functions/webhooks/api',
} as const

export type FunctionName = keyof typeof functionFolders

const isFunctionName = (name: string): name is FunctionName => Object.hasOwn(functionFolders, name)

export const functionNames: readonly FunctionName[] = Object.keys(functionFolders).filter(isFunctionName)
