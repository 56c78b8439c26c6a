import { serviceName } from '../../../../shared/pages/brand.ts'
import { ofName } from '../../../../shared/platform/french.ts'
import type { Messages } from './messages.ts'

const counted = (count: number, one: string, many: string) => `${count} ${count < 2 ? one : many}`

export const french: Messages = {
  signIn: {
    title: 'Connexion',
    toContinue: (application) =>
      application === serviceName
        ? 'Connectez-vous à Sealpost.'
        : `Connectez-vous à Sealpost pour continuer vers ${application}.`,
    email: 'Adresse e-mail',
    emailHint: 'Nous vous enverrons un code à huit chiffres.',
    send: 'Envoyer le code',
    cancel: (application) => (application === serviceName ? 'Annuler' : `Annuler et revenir à ${application}`),
    enterCode: 'Saisissez le code',
    onItsWay: (email) =>
      `Si ${email} a un compte, un e-mail contenant un code à huit chiffres est en route. Le code fonctionne ` +
      'pendant 10 minutes.',
    code: 'Les 8 chiffres du code',
    enter: 'Se connecter',
    sendAgain: 'Envoyer un autre code',
    otherEmail: 'Utiliser une autre adresse',
    signedInAs: (email) => `Vous êtes connecté en tant que ${email}.`,
    otherPerson: 'Se connecter avec un autre compte',
  },
  obstacles: {
    email: 'Ceci n’est pas une adresse e-mail. Vérifiez votre saisie.',
    tooSoon: (seconds) =>
      `Un code vient d’être demandé pour cette adresse. Réessayez dans ${counted(seconds, 'seconde', 'secondes')}.`,
    tooOften: (minutes) =>
      `Trop de codes ont été demandés pour cette adresse. Réessayez dans ${counted(minutes, 'minute', 'minutes')}.`,
    tooManyHere: (minutes) =>
      'Trop de codes ont été demandés depuis votre réseau. Réessayez dans ' +
      `${counted(minutes, 'minute', 'minutes')}.`,
    wrongCode: (triesLeft) =>
      `Ce n’est pas le dernier code envoyé. Il vous reste ${counted(triesLeft, 'essai', 'essais')}.`,
    codeLength: (digits) => `Saisissez les ${digits} chiffres du code.`,
    noCode: 'Ce code ne fonctionne plus. Demandez-en un autre.',
    choose: 'Choisissez pour qui l’application peut agir.',
    passkeyRefused: 'Cette clé d’accès ne vous connecte pas. Essayez-en une autre, ou demandez un code par e-mail.',
  },
  passkeys: {
    signIn: 'Se connecter avec une clé d’accès',
    signInFailure: 'Votre navigateur n’a fourni aucune clé d’accès. Réessayez, ou demandez un code par e-mail.',
  },
  consent: {
    title: (application) => `Autoriser ${application} à agir pour vous ?`,
    publisher: (name) => `Une application ${ofName(name)}`,
    host: (host) => `Vous continuez ensuite vers ${host}.`,
    asks: (application) => `${application} demande un accès à votre compte Sealpost.`,
    willBeAbleTo: 'Elle pourrait :',
    identity: 'Savoir quel compte est le vôtre',
    offline: 'Continuer en votre absence, jusqu’au retrait de cette autorisation',
    withinYourRights: 'Elle ne peut jamais faire plus que la personne pour qui elle agit.',
    forWhom: 'Pour qui peut-elle agir ?',
    forYou: (organization) => `Pour moi, dans ${organization}`,
    forAll: (organization) => `Pour tous les membres ${ofName(organization)}`,
    allow: 'Autoriser',
    deny: 'Ne pas autoriser',
    takeBack: 'Vous et vos administrateurs pouvez retirer cette autorisation à tout moment.',
  },
  waiting: {
    title: 'Un administrateur doit d’abord donner son accord',
    explanation: (application, organization) =>
      `Votre demande est enregistrée. Un administrateur ${ofName(organization)} doit l’approuver avant que ` +
      `${application} obtienne cet accès.`,
    meanwhile: (application) => `En attendant, ce que ${application} pouvait déjà faire continue de fonctionner.`,
    afterwards: 'Demandez à un administrateur, puis revenez.',
    back: (application) => `Revenir à ${application}`,
  },
  nowhere: {
    title: 'Il n’y a rien à autoriser',
    explanation: (email) => `Le compte ${email} n’est pas membre de cette organisation.`,
  },
  signOut: {
    title: 'Déconnexion',
    question: 'Voulez-vous vous déconnecter dans ce navigateur ?',
    confirm: 'Se déconnecter',
    stay: 'Rester connecté',
    done: 'Vous êtes déconnecté',
    canClose: 'Vous pouvez fermer cette page.',
  },
  failure: {
    title: 'Cela n’a pas fonctionné',
    expired: 'Cette page a expiré, a déjà servi ou a été ouverte dans un autre navigateur.',
    refused: 'L’application vous a envoyé ici avec une demande non valide.',
    ours: 'Une erreur s’est produite de notre côté.',
    goBack: 'Revenez à l’application et recommencez.',
  },
}
