import type { Translated } from '../../../shared/platform/locale.ts'

/** What the page of the owner of a sender account says. */
export interface OwnerTexts {
  readonly title: string
  readonly otherLanguage: string
  readonly testBanner: string
  readonly heading: string
  readonly intro: (organization: string) => string
  readonly sender: string
  readonly email: string
  readonly notYou: string
  readonly verifiedHeading: string
  readonly verified: (organization: string) => string
  readonly goneHeading: string
  readonly gone: string
}

export const ownerTexts: Translated<OwnerTexts> = {
  en: {
    title: 'Confirm your sender account',
    otherLanguage: 'Français',
    testBanner: 'Test: mails that are sent from this account have no legal value.',
    heading: 'Confirm that registered mails may be sent in your name',
    intro: (organization) => `${organization} wants to send registered mails from this sender:`,
    sender: 'Sender',
    email: 'E-mail',
    notYou: 'If you do not agree, close this page. Nothing is sent then.',
    verifiedHeading: 'The sender account is confirmed',
    verified: (organization) => `${organization} can now send registered mails in your name. You can close this page.`,
    goneHeading: 'This link cannot be used',
    gone: 'It is incomplete, or the sender account was deleted.',
  },
  fr: {
    title: 'Confirmer votre compte d’expéditeur',
    otherLanguage: 'English',
    testBanner: 'Test : les envois effectués depuis ce compte n’ont aucune valeur juridique.',
    heading: 'Confirmez que des envois recommandés peuvent partir en votre nom',
    intro: (organization) => `${organization} souhaite effectuer des envois recommandés depuis cet expéditeur :`,
    sender: 'Expéditeur',
    email: 'E-mail',
    notYou: 'Si vous n’êtes pas d’accord, fermez cette page : rien ne sera envoyé.',
    verifiedHeading: 'Le compte d’expéditeur est confirmé',
    verified: (organization) =>
      `${organization} peut désormais effectuer des envois recommandés en votre nom. Vous pouvez fermer cette page.`,
    goneHeading: 'Ce lien ne peut pas être utilisé',
    gone: 'Il est incomplet, ou le compte d’expéditeur a été supprimé.',
  },
}
