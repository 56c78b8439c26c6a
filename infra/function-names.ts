/** Every function: a folder of functions/ each, whose handler.ts exports `handler`. */
export const functionNames = [
  'api-keys',
  'auth',
  'docs',
  'document-keeping',
  'document-sealing',
  'downloads',
  'due-sweep',
  'event-relay',
  'events',
  'grants',
  'identity',
  'mail-events',
  'member-letters',
  'provisioning',
  'signature',
  'signature-letters',
  'signing',
  'simulated-vendor',
  'structure',
  'uploads',
  'verification',
  'webhook-delivery',
  'webhook-fanout',
  'webhooks',
] as const

export type FunctionName = (typeof functionNames)[number]
