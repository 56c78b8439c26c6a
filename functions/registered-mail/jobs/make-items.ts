import { isRefusal } from '../../../shared/errors/refusal.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { commit } from '../../../shared/store/commit.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { timeIn } from '../../../shared/store/test-mode.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { addItem } from '../model/change-item.ts'
import { newItem } from '../model/item.ts'
import { type MailParts, readMail } from '../model/mail-parts.ts'
import { sentFactsSha256 } from '../model/sent-facts.ts'
import { handoverOf } from '../vendors/external-vendors.ts'

/** Each item is written with a step, a job and perhaps a poll of its vendor, and one transaction writes at most 100 things. */
const itemsAtOnce = 25
/** Fifty recipients need two rounds; the others are for messages that come beside themselves. */
const maxRounds = 10

/** Makes the items of a sent mail that do not exist yet, and has each handed to its vendor. */
export async function makeItems(platform: Platform, mailId: string): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const parts = await readMail(platform.table, mailId)
    if (!parts || parts.mail.send === null) return
    const missing = missingItems(parts)
    if (missing.length === 0) return
    await addItems(platform, parts.mail, missing.slice(0, itemsAtOnce))
  }
  throw new Error(`the items of the mail ${mailId} could not be made`)
}

function missingItems({ mail, people, items }: MailParts) {
  const existing = new Set(items.map(({ id }) => id))
  const { vendor, send } = mail
  if (vendor === null || send === null) throw new Error('a sent mail has a vendor')
  return people.recipients.flatMap((recipient, position) =>
    existing.has(recipient.id) ? [] : newItem(mail, recipient, { position, vendor, sentAt: send.sentAt }),
  )
}

/** A commit that finds one of them there already is dropped: the next round reads what is missing. */
async function addItems(
  platform: Platform,
  mail: MailParts['mail'],
  missing: ReturnType<typeof missingItems>,
): Promise<void> {
  const [first] = missing
  if (mail.send === null) throw new Error('items are made of a mail that was sent')
  const { actor, ip, userAgent } = mail.send
  const nowMs = first ? await timeIn(platform, first.orgId) : platform.clock()
  const work = new UnitOfWork({ ...platform, author: systemAuthor(first?.mailId ?? '') })
  for (const item of missing) {
    const { mailId, id: itemId, attempt, firstName, lastName, company, email } = item
    const named = { mailId, itemId, attempt, firstName, lastName, company, email }
    const change = {
      after: item,
      // The first link of a chain names the item, so that no other item's chain begins alike, and what proofs say of the mail.
      steps: [
        {
          type: 'queued' as const,
          actor,
          ip,
          userAgent,
          detail: { ...named, sentFactsSha256: sentFactsSha256(mail, item) },
        },
      ],
      events: [],
      jobs: [handoverOf(item)],
    }
    addItem(work, change, { nowMs, ids: platform.ids })
  }
  const committed = await commit(platform.table, work)
  if (isRefusal(committed)) throw new Error(`a job was refused: ${committed.refused}`)
}
