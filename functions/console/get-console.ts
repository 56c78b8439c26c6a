import { operation } from '../../shared/http/operation.ts'
import { consoleAnswer } from './console-files.ts'

/** One page for all screens: which one is shown stands behind the `#`, and so never reaches the server. */
export const getConsole = operation({
  id: 'getConsole',
  method: 'GET',
  path: '/console',
  tag: 'Console',
  summary: 'Get the console',
  access: { to: 'anyone' },
  responses: { 200: 'binary' },
  errors: [],
  streams: true,
  handle: ({ baseUrl }) => consoleAnswer(baseUrl),
})
