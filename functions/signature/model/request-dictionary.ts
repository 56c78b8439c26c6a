/**
 * What signature requests are mostly made of, as they are stored: a record is compressed against this text, which makes the
 * usual one, with the steps of its creation, smaller than the KB that an item is paid by. It need not follow the record's
 * schema, only resemble what is written. It is never changed, since records of every age are read with it.
 */
export const requestDictionary = Buffer.from(
  [
    '"decline":{"signerId":"019","reason":"","at":"2026-},"cancel":{"by":{"type":"user","id":"","email":"","firstName":"","lastName":""}',
    '"detail":{"reason":"dueAt":"expiresInDays":"changed":["title","message","metadata","reminders","followers"]',
    '"type":"opened","actor":{"type":"signer","id":"","name":"changed","notified","email_bounced","signed","declined","failed",',
    '"extended","canceled","expired","completed","sealed","seal_failed","reseal_requested","actor":{"type":"system","name":"Sealpost"},',
    '"actor":{"type":"vendor","name":"Simulated signing"},"redirectUrls":{"signed":"https://","declined":"https://www."},',
    '"notaries":[{"firstName":"","lastName":"","email":"","phone":"+33","office":""}],"followers":[{"email":"","firstName":"",',
    '"status":"draft","completed","declined","canceled","expired","opened","signed","declined","aborted","error","notified",',
    '"vendor":"native","eidasLevel":"aes","qes","signingOrder":"sequential","authMethod":"vendor_identity","none","sms_otp","email_otp",',
    '"phone":"+336","order":1,"order":2,"locale":"fr","external":false,"declineReason":"","contactId":"019","deliveryMode":"none",',
    '"message":"","clientReference":"","vendorRequestId":"","signedAt":"2026-","openedAt":"2026-","lastRemindedAt":"2026-',
    '"emailDelivery":"bounced","complained","sent","delivered","notifiedAt":"2026-","lastRemindedAt":"2026-',
    '"sealStatus":"pending","sealed","failed","sealLevel":"B-T","B-B","sealRun":"","signed":{"sha256":"","size":,"availableAt":"2026-},',
    '"evidence":{"sha256":"","size":,"availableAt":"2026-","completedAt":"2026-","endedAt":"2026-","dueAt":"2026-',
    '"source":"user","createdBy":{"type":"user","id":"","email":"@example.com","firstName":"Jane","lastName":"Doe"},"livemode":true,',
    '{"orgId":"019","entityId":"019","providerId":"019","livemode":false,"title":"","status":"pending_signature","eidasLevel":"ses",',
    '"vendor":"simulated","signingOrder":"parallel","deliveryMode":"email","allowDecline":true,"expiresInDays":30,"expiresAt":"2026-12-',
    'T10:00:00.000Z","reminders":{"enabled":true,"firstAfterDays":3,"everyDays":5,"max":3},"metadata":{},"signers":[{"id":"019',
    '","firstName":"Jane","lastName":"","email":"@example.com","authMethod":"none","signingMode":"remote","locale":"en","external":true,',
    '"status":"waiting","reminderCount":0,"emailDelivery":"none"},{"id":"019"}],"notaries":[],"followers":[],"document":{"id":"019',
    '","fileName":"contract.pdf","size":,"pageCount":3,"sha256":"","uploadedAt":"2026-T10:00:00.000Z","sealStatus":"none","sealFailures":0},',
    '"source":"integration","createdBy":{"type":"api_key","id":"019","name":" key"},"createdAt":"2026-T10:00:00.000Z","sentAt":"2026-',
    'T10:00:00.000Z","updatedAt":"2026-T10:00:00.000Z","chain":{"length":2,"hash":""},"opening":[{"id":"019","type":"created","actor":',
    '{"type":"api_key","id":"019","name":" key"},"detail":{"fileName":"contract.pdf","sha256":"","size":},"ip":"203.0.113.1","userAgent":',
    '"Mozilla/5.0 (X11; Linux x64) node axios/1.","hash":""},{"id":"019","type":"sent","actor":{"type":"api_key","id":"019","name":" key"},',
    '"detail":{"expiresAt":"2026-T10:00:00.000Z"},"ip":"203.0.113.1","userAgent":"node","hash":""}],"dueAt":"2026-T10:00:00.000Z","version":1}',
  ].join(''),
)
