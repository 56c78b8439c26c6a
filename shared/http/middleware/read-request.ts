import { incomingFrom } from '../incoming.ts'
import { trustedProxies } from '../trusted-proxies.ts'
import type { HttpMiddleware } from './http-middleware.ts'

/** Reads the request from the event: its id, its headers, its raw body and the address of its sender. */
export function readRequest(): HttpMiddleware {
  return {
    before({ event }) {
      event.incoming = incomingFrom(event, trustedProxies())
    },
  }
}
