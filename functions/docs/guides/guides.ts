import { connectedApplication } from './connected-application.ts'
import { firstRequestSamples } from './first-request-samples.ts'
import type { Guide, Place } from './guide.ts'
import { webhookSamples } from './webhook-samples.ts'

/** What a newcomer reads before the operations, in this order. */
export function guides(place: Place): readonly Guide[] {
  return [
    firstRequest(place),
    embeddedSigning(place),
    ...connectedApplication(place),
    webhooks,
    testMode,
    errors,
    questions,
    goingLive,
  ]
}

const firstRequest = (place: Place): Guide => ({
  title: 'Your first request',
  parts: [
    `You need the client id and the secret of an API key, and the id of an entity. An administrator creates the key with \`POST /v1/orgs/{orgId}/api-keys\`. \`GET /v1/me\` lists the entities that the key can use, in \`scopes\`. Begin with a test organization: nothing in it has a legal effect.`,
    `Put \`CLIENT_ID\`, \`CLIENT_SECRET\` and \`ENTITY_ID\` into the environment and a \`contract.pdf\` beside the program. It gets a token, then sends the PDF to one signer:`,
    firstRequestSamples(place),
    `The answer is 201 with \`id\` and \`status: "pending_signature"\`. Jane gets an e-mail with her link. In a test organization the address decides what happens: the simulated vendor signs for \`jane+sign@example.com\` after two seconds; \`+decline\`, \`+bounce\` and \`+fail\` play other cases.`,
    `When the last signer has signed, the service seals the file. \`GET /v1/signature-requests/{id}\` then shows \`document.sealStatus: "sealed"\`, and \`GET /v1/signature-requests/{id}/document?variant=signed\` downloads it. \`variant=evidence\` tells who did what and when. Anybody can check these files on \`/verify\`, without an account.`,
    `To place fields yourself, give each signer \`fields\`. \`x\` and \`y\` are points (1/72 inch) from the top-left corner of the visible page, \`page\` counts from 1. Without fields, people sign on a page at the end.`,
  ],
})

const embeddedSigning = ({ baseUrl }: Place): Guide => ({
  title: 'Signing in your own app',
  parts: [
    `If people work in your app, send them to the signing page yourself. Create the request with \`deliveryMode: "none"\`, so that no e-mail is sent, and with an \`authMethod\` that sends a code, such as \`email_otp\`. The code goes to the signer and not to you: nobody can sign in their place.`,
    `When a signer is there, create a link and redirect the browser to it. The first browser that opens it within 15 minutes can use it.`,
    [
      {
        title: 'curl',
        code: `curl -sS --fail-with-body -X POST \\
  "${baseUrl}/v1/signature-requests/$ID/signers/$SIGNER_ID/signing-link" \\
  -H "Authorization: Bearer $TOKEN"`,
      },
    ],
    `At the end the page goes to \`redirectUrls.signed\` or \`redirectUrls.declined\`. Do not take the redirect as proof: wait for the webhook \`signature.signed\`, or read the request. To show the page in a frame, name the origin of your page in \`frameOrigins\`.`,
  ],
})

const webhooks: Guide = {
  title: 'Receiving webhooks',
  parts: [
    `A person with the permission \`integrations.manage\` creates a subscription with \`POST /v1/orgs/{orgId}/webhooks\`. The answer shows the secret once. Every event is then posted to your address as JSON, such as \`signature.completed\`.`,
    `Check the signature before anything else, over the bytes as they arrived. A parsed and written body has other bytes.`,
    webhookSamples,
    `Then:

- answer with any 2xx within 10 seconds, and do the work afterwards
- remember \`id\` for some days and drop events that you have: a delivery can arrive twice
- do not rely on the order: read the object when it matters
- treat an unknown \`type\` as one that you do not need

A delivery that fails is tried 9 times in a day. \`GET /v1/orgs/{orgId}/webhooks/{webhookId}/deliveries\` shows each attempt with your answer. After an outage, \`POST /v1/orgs/{orgId}/webhooks/{webhookId}/replay\` sends what was missed. On your own machine, \`GET /v1/events\` gives the same events to a program that asks for them.`,
  ],
}

const testMode: Guide = {
  title: 'Trying things in test mode',
  parts: [
    `A live organization has one test organization once somebody enables it: \`POST /v1/orgs/{orgId}/test-mode\`. It has the same entities, members and roles and follows their changes. It has API keys and webhooks of its own. Everything in it has \`livemode: false\`, documents carry a watermark, and the subject of e-mails begins with \`[TEST]\`.`,
    `Vendors are simulated, so every outcome can be played:

- signers by their address (\`+sign\`, \`+decline\`, \`+bounce\`, \`+fail\`) or with \`POST /v1/test/signature-requests/{id}/signers/{signerId}/actions\`
- the end of the time to sign with \`POST /v1/test/signature-requests/{id}/expire\`
- the time itself: \`POST /v1/test/clock\` with \`{"advanceTo": "…"}\` moves the clock of the test organization forward, and plays reminders, deadlines and retries on the way
- each item of a registered mail with \`POST /v1/test/registered-mails/{mailId}/items/{itemId}/progress\`

\`POST /v1/orgs/{orgId}/test-mode/reset\` deletes what you made and keeps members, keys, webhooks and settings.`,
  ],
}

const errors: Guide = {
  title: 'When something is refused',
  parts: [
    `Every error has a stable \`code\`, and a \`message\` that says what to do. Keep the \`X-Request-Id\` of the answer: support finds the request by it.

- \`invalid_request\`: \`details.issues\` lists every field with its path
- \`invalid_token\`: get a new token; it is valid for ten minutes
- \`insufficient_scope\`, \`forbidden\`: the caller lacks a right; the message names it
- 404: it does not exist, or the caller may not see it
- \`precondition_failed\`: it changed since you read it; read it again
- \`rate_limited\`: wait for the seconds in \`Retry-After\`
- \`idempotency_in_progress\`: the first try still runs; send the same request again after a second
- \`idempotency_key_reused\`: the key belongs to another request; use a new key
- \`idempotency_outcome_unknown\`: the first try broke off; look whether it exists, then use a new key

If an answer never arrives, send the same request with the same \`Idempotency-Key\` again. It runs once, whatever happened.`,
  ],
}

const questions: Guide = {
  title: 'Questions and answers',
  parts: [
    `**From where are \`x\` and \`y\` measured?** From the top-left corner of the visible page, in points (1/72 inch), to the top-left corner of the field. A page that is stored turned is measured as readers show it. \`page\` counts from 1.`,
    `**How long does a link to sign work?** The link in an e-mail is for signing until \`expiresAt\` of the request. Afterwards it shows the outcome, and the sealed document until its files are deleted (\`purgeAfterDays\`). A signer whose e-mail address you correct gets a new link, and the old one stops working. A link of \`POST /v1/signature-requests/{id}/signers/{signerId}/signing-link\` can be opened for 15 minutes.`,
    `**How do I stop a request?** \`POST /v1/signature-requests/{id}/cancel\` while it waits for signatures. Signers who were asked get an e-mail. A draft is deleted with \`DELETE /v1/signature-requests/{id}\`. What everybody has signed cannot be canceled.`,
    `**What does a draft cost?** Nothing. \`draft: true\` stores the request and sends no e-mail. It counts against the quota when you send it with \`POST /v1/signature-requests/{id}/send\`, and its days to sign start then.`,
    `**Can I change a request that was sent?** Correct a signer with \`PATCH /v1/signature-requests/{id}/signers/{signerId}\`, or give more time with \`POST /v1/signature-requests/{id}/extend\`. The document, the fields and the signers stay: cancel it and send a new one. A draft can be changed with \`PATCH /v1/signature-requests/{id}\`.`,
    `**In which time zone are times?** In the API all times are UTC, as in \`2026-01-31T12:00:00.000Z\`. E-mails, pages and the first page of the evidence show the \`timezone\` of the settings of the entity, or the reader’s own, and name it.`,
    `**In which language do people read?** Signers in their \`locale\`: English, French, German, Spanish, Italian, Dutch, Portuguese or Polish. The evidence is in the language of the first signer. Without \`locale\`, a signer has the language of the caller.`,
    `**How do I get the next page of a list?** Send \`nextPageToken\` of the answer as \`pageToken\`, with the same filters. The list has ended when the answer has no \`nextPageToken\`; a page with few results does not mean that.`,
    `**How many requests may I make?** 600 a minute for each client. \`RateLimit-Remaining\` says how many are left; after \`rate_limited\`, wait for the seconds in \`Retry-After\`. \`GET /v1/orgs/{orgId}/usage\` shows quotas and what is used of them.`,
    `**How do I see what happens when nobody signs in time?** In a test organization: \`POST /v1/test/signature-requests/{id}/expire\` ends one request, and \`POST /v1/test/clock\` moves the time for all, with the reminders on the way.`,
    `**What do I keep for a court?** The sealed document (\`variant=signed\`) and the evidence (\`variant=evidence\`). Both can be checked on \`/verify\` and with any PDF reader that checks signatures.`,
  ],
}

const goingLive: Guide = {
  title: 'Going live',
  parts: [
    `Check this list before the first real document:

- an API key of the live organization, with the weakest role that does the work, and an \`ipAllowlist\` where your addresses are fixed
- the secret in a secret store, and a date to rotate it: both secrets work during the overlap
- an \`Idempotency-Key\` of your own on every POST that creates something
- a webhook of the live organization whose signature you check, and a look at \`GET /v1/events\` once a day for what it missed
- the settings of each entity: levels, vendors, expiry, reminders, time zone
- the name, the logo and the contact that signers see, in \`branding\`
- an alarm on \`rate_limited\` and on answers from 500 on`,
  ],
}
