/**
 * What answers are mostly made of: a recorded answer is compressed against this text, which makes the usual one four times
 * smaller than compression alone does. It need not follow the answers, only resemble them. It is never changed: an
 * answer of the last day can be read with the very text alone that it was compressed with.
 */
export const answerDictionary = Buffer.from(
  [
    '{"results":[],"nextPageToken":"","uploadId":"","url":"https://","method":"PUT","headers":{"Content-Type":"application/pdf"',
    '"field":"","type":"signature","initials","date","text","checkbox","handwritten_mention","page":1,"x":100,"y":100,"width":',
    ',"height":40,"required":true,"label":null,"text":null,"mentionText":null},{"id":"","signerId":"","clientReference":"","',
    '"status":"draft","completed","declined","canceled","expired","opened","signed","notified","aborted","sealed","pending"',
    '"eidasLevel":"aes","qes","signingOrder":"sequential","authMethod":"sms_otp","vendor_identity","none","locale":"fr"',
    '"phone":"+33","order":1,"external":false,"by":{"type":"user","id":"","email":"","firstName":"","lastName":""},"reason":',
    '"permissions":{"canCancel":false,"progress":{"total":2,"signed":1,"pending":0},"createdBy":{"type":"user","source":"user"',
    '{"status":200,"headers":{"Content-Type":"application/json; charset=utf-8","ETag":"W/\\"2\\""}}\n{"id":"',
    '{"status":201,"headers":{"Content-Type":"application/json; charset=utf-8","ETag":"W/\\"1\\"","Location":"/v1/uploads/',
    '/v1/signature-requests/0190"}}\n{"id":"","orgId":"","entityId":"","livemode":false,"title":"","message":null,',
    '"clientReference":null,"status":"pending_signature","eidasLevel":"ses","vendor":"simulated","vendorRequestId":null,',
    '"signingOrder":"parallel","deliveryMode":"email","allowDecline":true,"expiresInDays":30,"expiresAt":"2026-12-',
    'T10:00:00.000Z","reminders":{"enabled":true,"firstAfterDays":3,"everyDays":5,"max":3},"redirectUrls":null,',
    '"signers":[{"id":"0190","contactId":null,"firstName":"Jane","lastName":"","email":"@example.com","phone":null,',
    '"authMethod":"email_otp","signingMode":"remote","order":null,"locale":"en","external":true,"status":"waiting",',
    '"clientReference":null,"notifiedAt":null,"openedAt":null,"signedAt":null,"declinedAt":null,"declineReason":null,',
    '"lastRemindedAt":null,"reminderCount":0,"emailDelivery":"none","fields":[]}],"notaries":[],"followers":[],',
    '"document":{"id":"0190","fileName":".pdf","size":,"pageCount":3,"sha256":"","uploadedAt":"2026-11-T10:00:00.000Z",',
    '"sealStatus":"none","sealLevel":null,"signed":null,"evidence":null,"state":"available","purgeAt":null},',
    '"decline":null,"cancel":null,"source":"integration","createdBy":{"type":"api_key","id":"0190","name":"key"},',
    '"createdAt":"2026-11-T10:00:00.000Z","sentAt":"2026-11-T10:00:00.000Z","completedAt":null,"endedAt":null,',
    '"updatedAt":"2026-11-T10:00:00.000Z","version":1,"progress":{"total":1,"signed":0,"pending":1},',
    '"permissions":{"canCancel":true,"canRemind":false,"canCorrect":false},"metadata":{}}',
  ].join(''),
)
