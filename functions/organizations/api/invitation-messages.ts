import type { Translated } from '../../../shared/platform/locale.ts'

/** What the page of an invitation says. */
interface Words {
  readonly title: string
  readonly invited: (place: string) => string
  readonly byAccepting: (email: string) => string
  readonly accept: string
  readonly joined: (place: string) => string
  readonly canClose: string
  readonly notUsable: string
  readonly askAgain: string
}

export const words: Translated<Words> = {
  en: {
    title: 'Invitation',
    invited: (place) => `You are invited to join ${place}`,
    byAccepting: (email) => `By accepting you become a member with the account ${email}.`,
    accept: 'Accept the invitation',
    joined: (place) => `You have joined ${place}`,
    canClose: 'There is nothing more to do; you can close this page.',
    notUsable: 'This invitation cannot be used',
    askAgain:
      'If you have accepted it already, there is nothing more to do. Otherwise it has expired, was replaced by a later one, or was taken back: ask whoever invited you to send it again.',
  },
  fr: {
    title: 'Invitation',
    invited: (place) => `Vous êtes invité à rejoindre ${place}`,
    byAccepting: (email) => `En acceptant, vous devenez membre avec le compte ${email}.`,
    accept: 'Accepter l’invitation',
    joined: (place) => `Vous avez rejoint ${place}`,
    canClose: 'Il n’y a plus rien à faire ; vous pouvez fermer cette page.',
    notUsable: 'Cette invitation ne peut pas être utilisée',
    askAgain:
      'Si vous l’avez déjà acceptée, il n’y a plus rien à faire. Sinon, elle a expiré, a été remplacée par une plus récente ou a été retirée : demandez à la personne qui vous a invité de la renvoyer.',
  },
}
