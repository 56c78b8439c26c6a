import type { Refusal } from '../../../../shared/errors/refusal.ts'
import {
  contactsThere,
  distinctIds,
  duplicateEmail,
  everythingTold,
  expiration,
  fieldsInside,
  orderFollowed,
  phonesReadable,
  signersRequired,
  textsDrawable,
} from './proposal-rules.ts'
import type {
  CorrectionCode,
  Judged,
  JudgedSigners,
  Outcome,
  Rule,
  RuleCode,
  SendingCode,
  SignersRule,
} from './rule.ts'
import { insidersOnly, methodsAllowed, phonesForCodes, settingsRules } from './settings-rules.ts'
import { deliveryOfVendor, fieldsOfVendor, mentionsInAgency, modesOfVendor, pagesOfVendor } from './vendor-rules.ts'

/** The first rule that a proposal breaks, or null. */
export async function proposalRefusal(judged: Judged): Promise<Refusal<RuleCode> | null> {
  return await firstRefusal(rules, judged)
}

/** The first rule that the signers of a request break once one of them is corrected, or null. What stays is not judged anew. */
export async function correctionRefusal(
  judged: JudgedSigners,
  corrected: readonly string[],
): Promise<Refusal<CorrectionCode> | null> {
  const asked: SignersRule[] = [
    ...(corrected.includes('email') ? [duplicateEmail] : []),
    ...(corrected.includes('firstName') || corrected.includes('lastName') ? [textsDrawable] : []),
    ...(corrected.includes('phone') ? [phonesReadable] : []),
    ...(corrected.includes('authMethod') ? [methodsAllowed] : []),
    ...(corrected.includes('phone') || corrected.includes('authMethod') ? [phonesForCodes] : []),
    ...(corrected.includes('email') ? [insidersOnly] : []),
  ]
  return await firstRefusal(asked, judged)
}

/** The first rule about settings that a draft breaks when it is sent, or null. The rest was judged when the draft was written. */
export async function sendingRefusal(judged: JudgedSigners): Promise<Refusal<SendingCode> | null> {
  return await firstRefusal<JudgedSigners, SendingCode>(settingsRules, judged)
}

async function firstRefusal<J, Code extends RuleCode>(
  asked: readonly ((judged: J) => Outcome<Code>)[],
  judged: J,
): Promise<Refusal<Code> | null> {
  for (const rule of asked) {
    const refusal = await rule(judged)
    if (refusal) return refusal
  }
  return null
}

/** In the order in which they win. */
const rules: readonly Rule[] = [
  signersRequired,
  duplicateEmail,
  contactsThere,
  everythingTold,
  textsDrawable,
  orderFollowed,
  distinctIds,
  fieldsInside,
  phonesReadable,
  expiration,
  ...settingsRules,
  mentionsInAgency,
  modesOfVendor,
  fieldsOfVendor,
  deliveryOfVendor,
  pagesOfVendor,
]
