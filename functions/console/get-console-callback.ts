import { operation } from '../../shared/http/operation.ts'
import { consoleAnswer } from './console-files.ts'

/** The identity provider sends people back here. The page itself exchanges the code. */
export const getConsoleCallback = operation({
  id: 'getConsoleCallback',
  method: 'GET',
  path: '/console/callback',
  tag: 'Console',
  summary: 'Get the console after signing in or out',
  access: { to: 'anyone' },
  responses: { 200: 'binary' },
  errors: [],
  streams: true,
  handle: ({ baseUrl }) => consoleAnswer(baseUrl),
})
