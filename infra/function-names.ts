/** Every function: a folder of functions/ each, whose handler.ts exports `handler`. */
export const functionNames = [
  'auth',
  'docs',
  'document-keeping',
  'document-sealing',
  'downloads',
  'due-sweep',
  'event-relay',
  'identity',
  'signature',
  'simulated-vendor',
  'uploads',
] as const

export type FunctionName = (typeof functionNames)[number]
