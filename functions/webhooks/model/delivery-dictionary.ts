/**
 * What deliveries are mostly made of, as they are stored: a record is compressed against this text, so that the usual one is
 * smaller than the KB that a write is paid by. It need not follow the schema, only resemble what is written. It is never
 * changed, since records of every age are read with it.
 */
export const deliveryDictionary = Buffer.from(
  [
    '"error":"connection_error","error":"dns_error","error":"tls_error","error":"redirect","error":"blocked_address","error":"timeout",',
    '"responseBody":"<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><center><h1>503 Service Unavailable</h1></center>',
    '<hr><center>nginx</center></body></html>","responseBody":"{\\"error\\":\\"Internal Server Error\\"}","responseBody":"{\\"received\\":true}",',
    '"applicationId":"019","status":"canceled","status":"dead","status":"retrying","nextAttemptAt":"2026-',
    'registered_mail.delivered registered_mail.refused registered_mail.neglected registered_mail.failed task.created task.completed ',
    'contact.created contact.updated grant.created grant.revoked member.updated member.removed webhook.test \\"message\\":\\"\\",\\"subscriptionId\\":\\"019',
    'signature.declined signature.expired signature.canceled signature.viewed signature.reminded signature.delivery_failed signature.created ',
    '\\"userId\\":\\"019,\\"nodeId\\":\\"019,\\"newAccount\\":true\\"reason\\":\\"\\"clientReference\\":\\"\\",\\"entityId\\":\\"019',
    '{"ownerOrgId":"019","orgId":"019","livemode":true,"eventId":"019","eventType":"signature.signed","status":"pending","attemptCount":0,',
    '"budget":1,"nextAttemptAt":"2026-12-',
    'T10:00:00.000Z","createdAt":"2026-',
    'T10:00:00.000Z","completedAt":"2026-',
    'T10:00:00.000Z","lastResponseCode":200,"payload":"{\\"id\\":\\"019',
    '\\",\\"type\\":\\"signature.completed\\",\\"apiVersion\\":\\"1\\",',
    '\\"createdAt\\":\\"2026-',
    'T10:00:00.000Z\\",\\"providerId\\":\\"019',
    '\\",\\"orgId\\":\\"019',
    '\\",\\"livemode\\":true,\\"data\\":{\\"requestId\\":\\"019',
    '\\",\\"title\\":\\"Contract',
    '\\",\\"signerId\\":\\"019',
    '\\",\\"signerName\\":\\"Jane Doe\\"}}","attempts":[{"number":1,"at":"2026-',
    'T10:00:00.000Z","durationMs":120,"responseCode":200,"responseBody":"ok"},{"number":2,"error":"http_status"}],"version":2}',
  ].join(''),
)
