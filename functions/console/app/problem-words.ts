import { dayInWords, type Locale, regionOf, type Translated } from '../../../shared/platform/locale.ts'
import { frenchRefusals } from './french-refusals.ts'
import { pdfRefusals } from './pdf-refusals.ts'

/** What the API answers where it refuses; an `ApiProblem` is one. */
export interface Refused {
  readonly code: string
  readonly status: number
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

/** What a refusal means to a reader, and what to do, by its code. */
export const problemWords: Readonly<Record<string, Translated<string>>> = {
  network: {
    en: 'The service did not answer. Check your connection and try again.',
    fr: 'Le service n’a pas répondu. Vérifiez votre connexion et réessayez.',
  },
  session_ended: {
    en: 'You are no longer signed in. Sign in again: your entries are kept, but files have to be chosen again.',
    fr: 'Vous n’êtes plus connecté. Reconnectez-vous : vos saisies sont conservées, mais les fichiers sont à choisir à nouveau.',
  },
  invalid_request: {
    en: 'Some values are missing or wrong. Correct them and try again.',
    fr: 'Des valeurs manquent ou sont erronées. Corrigez-les et réessayez.',
  },
  forbidden: {
    en: 'Your role does not allow this. Ask an administrator of the organization.',
    fr: 'Votre rôle ne le permet pas. Adressez-vous à un administrateur de l’organisation.',
  },
  not_found: {
    en: 'This does not exist any more, or you may not see it.',
    fr: 'Cet élément n’existe plus, ou vous ne pouvez pas le voir.',
  },
  already_exists: {
    en: 'This name or value is already taken. Choose another one.',
    fr: 'Ce nom ou cette valeur est déjà utilisé. Choisissez-en un autre.',
  },
  still_referenced: {
    en: 'Something else still uses this. Remove that first.',
    fr: 'Un autre élément l’utilise encore. Supprimez-le d’abord.',
  },
  precondition_failed: {
    en: 'Somebody changed this meanwhile. Load the page again and repeat your change.',
    fr: 'Quelqu’un l’a modifié entre-temps. Rechargez la page et refaites votre modification.',
  },
  concurrent_update: {
    en: 'Somebody changed this at the same moment. Try again.',
    fr: 'Quelqu’un l’a modifié au même moment. Réessayez.',
  },
  rate_limited: {
    en: 'There were too many requests. Wait a moment and try again.',
    fr: 'Il y a eu trop de requêtes. Attendez un instant et réessayez.',
  },
  too_early: {
    en: 'This was done a short while ago, so it has to wait.',
    fr: 'Cela vient d’être fait : il faut attendre.',
  },
  role_escalation: {
    en: 'This role is stronger than yours, so you cannot give, change or remove it.',
    fr: 'Ce rôle est plus fort que le vôtre : vous ne pouvez ni le donner, ni le modifier, ni le retirer.',
  },
  feature_disabled: {
    en: 'This feature is turned off here. An administrator can turn it on in the settings.',
    fr: 'Cette fonction est désactivée ici. Un administrateur peut l’activer dans les paramètres.',
  },
  payload_too_large: {
    en: 'The file is too large to be sent from here.',
    fr: 'Le fichier est trop volumineux pour être envoyé ici.',
  },
  file_too_large: {
    en: 'The file is too large. Choose a smaller one.',
    fr: 'Le fichier est trop volumineux. Choisissez-en un plus petit.',
  },
  invalid_pdf: {
    en: 'This PDF cannot be used: it is damaged, encrypted, or contains active content.',
    fr: 'Ce PDF ne peut pas être utilisé : il est endommagé, chiffré, ou contient du contenu actif.',
  },
  duplicate_signer_email: {
    en: 'Two signers have the same e-mail address. Each needs an own one.',
    fr: 'Deux signataires ont la même adresse e-mail. Chacun doit avoir la sienne.',
  },
  signer_phone_required: {
    en: 'A signer who gets a code by SMS needs a mobile number.',
    fr: 'Un signataire qui reçoit un code par SMS doit avoir un numéro de mobile.',
  },
  signature_vendor_missing: {
    en: 'No signature vendor is available for this entity. Choose one in the settings.',
    fr: 'Aucun prestataire de signature n’est disponible pour cette entité. Choisissez-en un dans les paramètres.',
  },
  contact_name_required: {
    en: 'A person needs a first name or a last name.',
    fr: 'Une personne doit avoir un prénom ou un nom.',
  },
  company_name_required: {
    en: 'A company needs a name.',
    fr: 'Une entreprise doit avoir un nom.',
  },
  invalid_phone: {
    en: 'The phone number is not valid. Write it like +33 1 23 45 67 89.',
    fr: 'Le numéro de téléphone n’est pas valide. Écrivez-le comme +33 1 23 45 67 89.',
  },
  invalid_mobile_phone: {
    en: 'The mobile number is not valid. Write it like +33 6 12 34 56 78.',
    fr: 'Le numéro de mobile n’est pas valide. Écrivez-le comme +33 6 12 34 56 78.',
  },
  invalid_siren: {
    en: 'The SIREN number is not valid. It has 9 digits, the last of which checks the others.',
    fr: 'Le numéro SIREN n’est pas valide. Il a 9 chiffres, dont le dernier contrôle les autres.',
  },
  invalid_siret: {
    en: 'The SIRET number is not valid. It has 14 digits, the last of which checks the others.',
    fr: 'Le numéro SIRET n’est pas valide. Il a 14 chiffres, dont le dernier contrôle les autres.',
  },
  siren_siret_mismatch: {
    en: 'The SIRET number does not begin with the SIREN number of the company.',
    fr: 'Le numéro SIRET ne commence pas par le numéro SIREN de l’entreprise.',
  },
  last_owner: {
    en: 'The organization needs at least one owner.',
    fr: 'L’organisation doit garder au moins un propriétaire.',
  },
}

/** What tells refusals of one code apart, by their reasons. */
const byReason: Readonly<Record<string, Readonly<Record<string, Translated<string>>>>> = {
  invalid_pdf: pdfRefusals,
  invalid_sender_account: {
    otp_secret_required: {
      en: 'The sender has no OTP secret, which qualified mail needs. Store it under “Senders” on the page of a new registered mail.',
      fr: 'L’expéditeur n’a pas de secret OTP, dont un envoi qualifié a besoin. Enregistrez-le sous « Expéditeurs » sur la page d’un nouvel envoi recommandé.',
    },
  },
}

const byStatus: Readonly<Record<number, string>> = {
  401: 'session_ended',
  404: 'not_found',
  412: 'precondition_failed',
  413: 'payload_too_large',
  429: 'rate_limited',
}

const recentSignIn: Translated<string> = {
  en: 'For this, you must have signed in within the last 15 minutes. Your entries are kept.',
  fr: 'Pour cela, vous devez vous être connecté dans les 15 dernières minutes. Vos saisies sont conservées.',
}
const serverFault: Translated<string> = {
  en: 'Something went wrong on our side. Try again, and quote the request below if it stays so.',
  fr: 'Un problème est survenu de notre côté. Réessayez, et citez la requête ci-dessous s’il persiste.',
}
const otherRefusal: Translated<string> = {
  en: 'The service refused this.',
  fr: 'Le service a refusé cette demande. Son message, en anglais :',
}

/** The requests of a minute come again within it. Everything else that is limited, such as reminders, says itself for how long. */
function isTooEarly({ code, details }: Pick<Refused, 'code' | 'details'>): boolean {
  return code === 'rate_limited' && !(Number(details.retryAfterSeconds) <= 60)
}

/** How much is allowed, and until when. What has no month is made room for by removing something. */
function quotaWords({ limit, resetsAt }: Refused['details'], locale: Locale): string {
  const most = new Intl.NumberFormat(regionOf[locale]).format(Number(limit))
  if (typeof resetsAt !== 'string')
    return {
      en: `There are ${most} already, which is the most. Remove one that you do not need.`,
      fr: `Il y en a déjà ${most}, le maximum. Supprimez-en un dont vous n’avez pas besoin.`,
    }[locale]
  const day = dayInWords(resetsAt, locale)
  return {
    en: `The quota of this month, ${most}, is used up. The next one begins on ${day}.`,
    fr: `Le quota de ce mois, ${most}, est épuisé. Le prochain commence le ${day}.`,
  }[locale]
}

/** A refusal in words. A code without words of its own is explained by the API's message. */
export function wordsFor(problem: Refused, locale: Locale): string {
  const { code, status, message, details } = problem
  if (details.reason === 'reauthentication_required') return recentSignIn[locale]
  if (code === 'quota_exceeded') return quotaWords(details, locale)
  if (isTooEarly(problem)) return `${problemWords.too_early?.[locale]} ${message}`
  const own =
    byReason[code]?.[String(details.reason)]?.[locale] ??
    wordsOfCode(code, locale) ??
    problemWords[byStatus[status] ?? '']?.[locale]
  if (own) return own
  return status >= 500 ? serverFault[locale] : `${otherRefusal[locale]} ${message}`
}

/** Words for a code alone; English ones where they say more than the message of the API. */
export function wordsOfCode(code: string, locale: Locale): string | undefined {
  return problemWords[code]?.[locale] ?? (locale === 'fr' ? frenchRefusals[code] : undefined)
}
