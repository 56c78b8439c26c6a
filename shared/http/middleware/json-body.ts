import httpJsonBodyParser from '@middy/http-json-body-parser'
import { hasHalfCharacter } from '../half-character.ts'
import type { JsonBodyFault } from '../incoming.ts'
import { utf8Text } from '../utf8-text.ts'
import type { HttpEvent, HttpMiddleware } from './http-middleware.ts'

/** No operation takes more JSON than this. The pipelines refuse larger bodies unparsed. */
const maxBytes = 2 * 1024 * 1024

/**
 * Parses a JSON body. A body that cannot be parsed is an error only for operations that take one, and only after the
 * checks of the caller. So the fault travels with the request instead of ending it here.
 */
export function jsonBody(): HttpMiddleware {
  const parser = httpJsonBodyParser<HttpEvent>()
  return {
    async before(request) {
      const { event } = request
      const { incoming } = event
      if (incoming.body.length === 0 || incoming.body.length > maxBytes) return
      const text = utf8Text(incoming.body)
      // The gateway puts U+FFFD in the place of bytes that are no UTF-8.
      if (text === null || text.includes('\ufffd')) {
        event.incoming = { ...incoming, json: { fault: 'not_utf8' } }
        return
      }
      // The parser knows neither every spelling of the header's name nor a space before its parameters.
      event.headers = { 'content-type': incoming.headers['content-type']?.replace(/\s*;.*/s, '') }
      event.body = text
      event.isBase64Encoded = false
      try {
        await parser.before?.(request)
        const json = hasHalfCharacter(text) ? ({ fault: 'half_character' } as const) : { value: event.body }
        event.incoming = { ...incoming, json }
      } catch (error) {
        event.incoming = { ...incoming, json: { fault: faultOf(error) } }
      }
    },
  }
}

function faultOf(error: unknown): JsonBodyFault {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 415 ? 'content_type' : 'malformed'
}
