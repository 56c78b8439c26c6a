import { quotation } from '../../../../shared/mail/layout/quotation.ts'
import { signInLimits } from '../../../../shared/personal-links/challenge.ts'
import { minuteMs } from '../../../../shared/platform/clock.ts'
import { ofName } from '../../../../shared/platform/french.ts'
import type { Facts, Messages } from './catalog.ts'
import { frenchOfWebhooks } from './webhook-fr.ts'

const codeMinutes = signInLimits.livesMs / minuteMs

const where = ({ organization, place }: Facts) => (place === null ? organization : `${place} (${organization})`)

/** The message is marked as quoted, so that nobody can speak in our name. */
const wrote = ({ inviter, organization, message }: Facts) =>
  message.length === 0 ? [] : [`${inviter ?? organization} a écrit :`, quotation(['« ', ' »'], message)]

export const french: Messages = {
  invitation: (facts) => ({
    subject: `Invitation à rejoindre ${facts.organization}`,
    preheader: `Vous pouvez accepter jusqu’au ${facts.expiry}.`,
    heading: `Rejoindre ${where(facts)}`,
    paragraphs: [
      facts.firstName === null ? 'Bonjour,' : `Bonjour ${facts.firstName},`,
      `${facts.inviter === null ? 'Vous êtes invité' : `${facts.inviter} vous invite`} à rejoindre ${where(facts)} en tant que ${facts.role}.`,
      ...wrote(facts),
      `Vous pouvez accepter jusqu’au ${facts.expiry}.`,
    ],
    button: 'Voir l’invitation',
    smallPrint: [
      'Ce lien vous est personnel : quiconque le possède peut accepter en votre nom. Merci de ne pas transférer ce message.',
      'Vous n’attendiez pas cette invitation ? Ignorez ce message : rien ne se passe tant que vous n’acceptez pas.',
    ],
  }),
  signInCode: (code, firstName) => ({
    subject: 'Votre code de connexion',
    preheader: `Il fonctionne pendant ${codeMinutes} minutes.`,
    heading: 'Votre code',
    paragraphs: [
      firstName === null ? 'Bonjour,' : `Bonjour ${firstName},`,
      'Saisissez ce code sur la page de connexion à Sealpost :',
      code,
      `Il fonctionne pendant ${codeMinutes} minutes, dans le navigateur où vous l’avez demandé. Seul le ` +
        'dernier code fonctionne.',
    ],
    code,
    smallPrint: [
      'Ne communiquez ce code à personne. Sealpost ne vous le demandera jamais.',
      'Vous n’avez pas demandé de code ? Ignorez ce message : sans le code, personne ne peut se connecter à votre place.',
    ],
  }),
  passkey: {
    added: ({ firstName, name, moment }) => ({
      subject: 'Une clé d’accès a été ajoutée à votre compte',
      preheader: 'Elle permet désormais de vous connecter.',
      heading: 'Une clé d’accès a été ajoutée',
      paragraphs: [
        firstName === null ? 'Bonjour,' : `Bonjour ${firstName},`,
        `La clé d’accès « ${name} » a été ajoutée à votre compte Sealpost le ${moment}. Elle permet de vous connecter sans code.`,
      ],
      smallPrint: [
        'Ce n’était pas vous ? Connectez-vous, supprimez cette clé dans votre compte, mettez fin aux connexions que vous ne connaissez pas et prévenez votre administrateur.',
      ],
    }),
    removed: ({ firstName, name, moment }) => ({
      subject: 'Une clé d’accès a été supprimée de votre compte',
      preheader: 'Elle ne permet plus de vous connecter.',
      heading: 'Une clé d’accès a été supprimée',
      paragraphs: [
        firstName === null ? 'Bonjour,' : `Bonjour ${firstName},`,
        `La clé d’accès « ${name} » a été supprimée de votre compte Sealpost le ${moment}. Vous pouvez aussi la supprimer de votre appareil.`,
      ],
      smallPrint: [
        'Ce n’était pas vous ? Connectez-vous, mettez fin aux connexions que vous ne connaissez pas et prévenez votre administrateur.',
      ],
    }),
  },
  ...frenchOfWebhooks,
  testModePurge: ({ firstName, organization, purge, consoleUrl }) => ({
    subject: `L’organisation de test ${ofName(organization)} va être supprimée`,
    preheader: `Personne ne l’a utilisée récemment. Elle sera supprimée le ${purge}.`,
    heading: 'Votre organisation de test va être supprimée',
    paragraphs: [
      firstName === null ? 'Bonjour,' : `Bonjour ${firstName},`,
      `Rien n’a été créé ni modifié dans l’organisation de test ${ofName(organization)} depuis longtemps.`,
      `Elle sera supprimée le ${purge}, avec tout ce qu’elle contient et ses clés d’API.`,
      'Pour la garder, créez ou modifiez quelque chose dans celle-ci d’ici là. L’organisation réelle n’est pas concernée.',
    ],
    button: { label: 'Ouvrir le mode test', url: consoleUrl },
    smallPrint: [
      `Vous recevez ce message parce que votre rôle vous permet de gérer le mode test ${ofName(organization)}.`,
    ],
  }),
  test: 'Ce message concerne une organisation de test : rien n’y a de valeur juridique.',
}
