import type { Translated } from '../../../shared/platform/locale.ts'

/** What the page of an invitation says. */
interface Messages {
  readonly title: string
  readonly invited: (place: string) => string
  /** The inviter is null where a program invites. */
  readonly invites: (inviter: string | null, place: string, role: string) => string
  readonly byAccepting: (email: string) => string
  readonly accept: string
  readonly joined: (place: string) => string
  readonly canStart: string
  readonly openConsole: string
  readonly accepted: (place: string) => string
  readonly canSignIn: string
  readonly notUsable: string
  readonly askAgain: string
}

export const messages: Translated<Messages> = {
  en: {
    title: 'Invitation',
    invited: (place) => `You are invited to join ${place}`,
    invites: (inviter, place, role) =>
      `${inviter === null ? 'You are invited' : `${inviter} invites you`} to join ${place} on Sealpost as ${role}.`,
    byAccepting: (email) => `If you accept, you become a member with the account ${email}.`,
    accept: 'Accept the invitation',
    joined: (place) => `You have joined ${place}`,
    canStart: 'You are done. Sign in to the console with this account to start.',
    openConsole: 'Open the console',
    accepted: (place) => `You have already joined ${place}`,
    canSignIn: 'You accepted this invitation before. Sign in to the console with this account.',
    notUsable: 'This invitation cannot be used',
    askAgain:
      'It has expired, was replaced by a newer one, or was withdrawn. Ask the person who invited you to send it again.',
  },
  fr: {
    title: 'Invitation',
    invited: (place) => `Vous êtes invité à rejoindre ${place}`,
    invites: (inviter, place, role) =>
      `${inviter === null ? 'Vous êtes invité' : `${inviter} vous invite`} à rejoindre ${place} sur Sealpost en tant que ${role}.`,
    byAccepting: (email) => `Si vous acceptez, vous devenez membre avec le compte ${email}.`,
    accept: 'Accepter l’invitation',
    joined: (place) => `Vous avez rejoint ${place}`,
    canStart: 'C’est terminé. Connectez-vous à la console avec ce compte pour commencer.',
    openConsole: 'Ouvrir la console',
    accepted: (place) => `Vous avez déjà rejoint ${place}`,
    canSignIn: 'Vous avez déjà accepté cette invitation. Connectez-vous à la console avec ce compte.',
    notUsable: 'Cette invitation ne peut pas être utilisée',
    askAgain:
      'Elle a expiré, a été remplacée par une plus récente ou a été retirée. Demandez à la personne qui vous a ' +
      'invité de la renvoyer.',
  },
}
