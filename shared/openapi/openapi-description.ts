export const apiSummary =
  'Electronic signature, registered mail, an address book, tasks, organizations, partner applications and webhooks over HTTP.'

/** The guide before the operations. It uses simple Markdown: headings, paragraphs, lists and `code`. */
export const apiDescription = `
## Requests

Send JSON bodies in UTF-8. Send a file as \`multipart/form-data\` with the parts \`file\` and \`data\`; upload a file above 4 MB first. Ids are UUIDs. Times are RFC 3339 in UTC with milliseconds. The service trims texts and refuses control characters in them. It ignores unknown fields. In a \`PATCH\`, an absent field keeps its value and \`null\` clears it. In a \`POST\`, \`null\` in an optional field counts as absent, and so does an empty text; an empty filter in a query filters nothing.

## Authentication

Send \`Authorization: Bearer <token>\` with every request. API keys and partner applications get a token with the OAuth 2 client credentials flow: a key with its client id and secret, a partner application with an assertion that it signs (\`private_key_jwt\`, RFC 7523). A token is valid for ten minutes. The role of its account decides what the token can do. An application that acts for a person is also limited to the scopes that the person allowed; it gets its token with the authorization code flow and PKCE.

## Errors

Every error is \`{ "error": { "code", "message", "details" } }\`. Decide by \`code\`, which is stable; \`message\` is for your logs. New codes may be added: treat an unknown code by its HTTP status. Resources that you may not see return the same 404 as resources that do not exist.

When to retry:

- 401: once, with a new token. AWS API Gateway renames its \`WWW-Authenticate\` header to \`x-amzn-Remapped-WWW-Authenticate\`
- 409: read again, then decide
- 412: read again, then retry
- 429: after the seconds in \`Retry-After\`
- 500 and 503: with growing pauses
- other errors: change the request first

## Idempotency

Every \`POST\` accepts an \`Idempotency-Key\` of 1 to 255 characters. For 24 hours, the same key with the same request returns the recorded answer with the header \`Idempotent-Replayed: true\`, and nothing runs twice. A failed request releases its key. The sender of the first request gets the recorded answer even after they have lost the right to send it; nobody else gets it. For a form, only the key is compared, not the body: another form under a used key creates nothing.

## Concurrent changes

A versioned resource has a \`version\` and the header \`ETag: W/"<version>"\`. Send the ETag as \`If-Match\` with a change. When the resource has changed in the meantime, the change is refused with 412.

## Lists

A list returns \`{ "results": [] }\`. If it has pages, \`pageSize\` is 1 to 100 (25 by default). While another page follows, the answer has a \`nextPageToken\`. Send it as \`pageToken\` with the same filters within 24 hours. With filters, a page can hold fewer results than you asked for. It is empty while others follow only after 1,000 entries that do not match.

## Events

You can receive events by webhook (see below), or read those of the last 30 days: \`GET /v1/events\` returns the same envelopes, oldest first. Every page has a \`cursor\`. Keep the last cursor and send it to continue from there. A cursor does not expire, and a client that follows the cursors gets each event once. To start at a time instead, send \`from\`.

## Rate limit

A client may make 600 requests in each clock minute unless agreed otherwise. Answers to API keys and applications show the current state in \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`.

## Test organizations

A test organization behaves like a live one, but its vendors are simulated, its documents carry a watermark, and its e-mails are marked as a test. Its data has \`livemode: false\`.
`.trim()
