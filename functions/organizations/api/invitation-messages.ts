import type { Translated } from '../../../shared/platform/locale.ts'

/** What the page of an invitation says. */
interface Messages {
  readonly title: string
  readonly invited: (place: string) => string
  readonly invites: (inviter: string, place: string, role: string) => string
  readonly byAccepting: (email: string) => string
  readonly accept: string
  readonly joined: (place: string) => string
  readonly canClose: string
  readonly accepted: (place: string) => string
  readonly nothingLeft: string
  readonly notUsable: string
  readonly askAgain: string
}

export const messages: Translated<Messages> = {
  en: {
    title: 'Invitation',
    invited: (place) => `You are invited to join ${place}`,
    invites: (inviter, place, role) => `${inviter} invites you to join ${place} on Sealpost as ${role}.`,
    byAccepting: (email) => `If you accept, you become a member with the account ${email}.`,
    accept: 'Accept the invitation',
    joined: (place) => `You have joined ${place}`,
    canClose: 'You are done. You can close this page.',
    accepted: (place) => `You have already joined ${place}`,
    nothingLeft: 'You accepted this invitation before. There is nothing left to do: you can close this page.',
    notUsable: 'This invitation cannot be used',
    askAgain:
      'It has expired, was replaced by a newer one, or was withdrawn. Ask the person who invited you to send it again.',
  },
  fr: {
    title: 'Invitation',
    invited: (place) => `Vous êtes invité à rejoindre ${place}`,
    invites: (inviter, place, role) => `${inviter} vous invite à rejoindre ${place} sur Sealpost en tant que ${role}.`,
    byAccepting: (email) => `Si vous acceptez, vous devenez membre avec le compte ${email}.`,
    accept: 'Accepter l’invitation',
    joined: (place) => `Vous avez rejoint ${place}`,
    canClose: 'C’est terminé. Vous pouvez fermer cette page.',
    accepted: (place) => `Vous avez déjà rejoint ${place}`,
    nothingLeft: 'Vous avez déjà accepté cette invitation. Il ne reste rien à faire : vous pouvez fermer cette page.',
    notUsable: 'Cette invitation ne peut pas être utilisée',
    askAgain:
      'Elle a expiré, a été remplacée par une plus récente ou a été retirée. Demandez à la personne qui vous a ' +
      'invité de la renvoyer.',
  },
}
