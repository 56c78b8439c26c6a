export const apiSummary =
  'Electronic signature, an address book, organizations, partner applications and webhooks over HTTP.'

/** The guide before the operations. Markdown of the simplest kind: headings, paragraphs, lists, `code`. */
export const apiDescription = `
## Requests

Bodies are JSON in UTF-8; a file is sent as \`multipart/form-data\` with the parts \`file\` and \`data\`, or, above 4 MB, by way of an upload. Identifiers are UUIDs, times are RFC 3339 in UTC with milliseconds. Texts are trimmed, and control characters in them are refused. Unknown fields are ignored. In a \`PATCH\`, an absent field stays as it is and \`null\` clears it.

## Authentication

Every request carries \`Authorization: Bearer <token>\`. API keys and partner applications get a token with the OAuth 2 client credentials flow; it is good for ten minutes. What the token may do follows from the role of its account, and for an application that acts for a person also from the scopes that the person gave.

## Errors

Every error is \`{ "error": { "code", "message", "details" } }\`. Decide by \`code\`, which is stable; \`message\` is for your logs. New codes may be added, so treat one that you do not know by its HTTP status. What you may not know of answers 404, as if it did not exist.

- 401: once with a fresh token
- 409: read again, then decide
- 412: read again, then retry
- 429: after the seconds of \`Retry-After\`
- 500 and 503: again, with growing pauses
- others: not without a change

## Idempotency

Every \`POST\` takes an \`Idempotency-Key\` of 1 to 255 characters. For 24 hours the same key with the same request returns the recorded answer, marked \`Idempotent-Replayed: true\`, and nothing runs twice. A request that failed releases its key. For a form, the key alone stands for the request.

## Concurrent changes

A versioned resource carries \`version\` and the header \`ETag: W/"<version>"\`. Send it back as \`If-Match\` with a change, and the change is refused with 412 when somebody was faster.

## Lists

Lists answer \`{ "results": [] }\`. Where a list has pages, \`pageSize\` is 1 to 100 (25 by default), and \`nextPageToken\` is there as long as another page follows; send it as \`pageToken\` with the same filters, within 24 hours.

## Events

What happens can be sent to you (the webhooks below) or read by you, of the last 30 days: \`GET /v1/events\` gives the same envelopes, oldest first. Every page carries a \`cursor\`. Keep the last one, and send it as \`cursor\` to read on, as often as you like: it does not expire, and whoever follows it gets each event once. To start at a time instead, send \`from\`.

## Rate limit

A client may make 600 requests in each minute of the clock unless agreed otherwise. Answers to API keys and applications tell the state in \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`.

## Test organizations

A test organization behaves like a live one, but its vendors are simulated, its documents are watermarked and its mail is marked as a test. Its data carries \`livemode: false\`.
`.trim()
