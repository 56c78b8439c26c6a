import { failuresBeforeDisabling, maxAttempts } from '../../../../events/delivery-schedule.ts'
import { ofName } from '../../../../shared/platform/french.ts'
import type { Failure } from '../latest-failure.ts'
import type { Messages, WebhookFacts } from './catalog.ts'
import { hoursOfAttempts } from './hours-of-attempts.ts'

const reasons: Readonly<Record<Failure['error'], (code: number | null) => string>> = {
  timeout: () => 'La dernière tentative n’a reçu aucune réponse en 10 secondes.',
  connection_error: () => 'Lors de la dernière tentative, la connexion n’a pas pu être établie ou a été interrompue.',
  dns_error: () => 'Lors de la dernière tentative, le nom de l’hôte n’a pas été trouvé.',
  tls_error: () =>
    'Lors de la dernière tentative, aucune connexion sécurisée n’a pu être établie : vérifiez le certificat de l’hôte.',
  redirect: (code) =>
    `La dernière tentative a reçu une redirection en réponse (${code}). Les redirections ne sont pas suivies.`,
  blocked_address: () => 'Lors de la dernière tentative, l’hôte menait à une adresse qui n’est pas publique.',
  http_status: (code) =>
    `La dernière tentative a reçu le statut ${code} en réponse. Seul un statut de 200 à 299 vaut succès.`,
}

/** Which webhook it is, and what is known of its failures. */
const particulars = ({ address, description, failedAt, succeededAt, failure }: WebhookFacts) => [
  `Adresse : ${address}`,
  // Marked as quoted, so that nobody can speak in our name.
  ...(description === null ? [] : [`Description : « ${description} »`]),
  ...(failure === null ? [] : [reasons[failure.error](failure.responseCode)]),
  ...(failedAt === null ? [] : [`Dernier échec : ${failedAt}.`]),
  succeededAt === null ? 'Il n’a encore reçu aucun événement.' : `Dernier événement reçu : ${succeededAt}.`,
]

const greeting = ({ firstName }: WebhookFacts) => (firstName === null ? 'Bonjour,' : `Bonjour ${firstName},`)

const smallPrint = ({ organization }: WebhookFacts) => [
  `Vous recevez ce message parce que votre rôle vous permet de gérer les intégrations ${ofName(organization)}.`,
]

export const frenchOfWebhooks: Pick<Messages, 'webhookFailing' | 'webhookDisabled'> = {
  webhookFailing: (facts) => ({
    subject: `Un webhook ${ofName(facts.organization)} échoue de façon répétée`,
    preheader: `${facts.failures} tentatives de suite ont échoué.`,
    heading: 'Un webhook échoue de façon répétée',
    paragraphs: [
      greeting(facts),
      `Des événements ${ofName(facts.organization)} ne peuvent pas être livrés à l’un de ses webhooks : ${facts.failures} tentatives de suite ont échoué.`,
      ...particulars(facts),
      `Les événements en échec sont renvoyés automatiquement, chacun jusqu’à ${maxAttempts} fois en ` +
        `${hoursOfAttempts} heures environ. Une fois que le destinataire fonctionne de nouveau, vous n’avez ` +
        'rien d’autre à faire.',
      `Après ${failuresBeforeDisabling} tentatives échouées de suite, le webhook est désactivé.`,
    ],
    button: { label: 'Ouvrir le webhook et son journal', url: facts.consoleUrl },
    smallPrint: smallPrint(facts),
  }),
  webhookDisabled: (facts) => ({
    subject: `Un webhook ${ofName(facts.organization)} a été désactivé`,
    preheader: `${facts.failures} tentatives de suite ont échoué. Plus rien ne lui est livré.`,
    heading: 'Un webhook a été désactivé',
    paragraphs: [
      greeting(facts),
      `Un webhook ${ofName(facts.organization)} a été désactivé, car ${facts.failures} tentatives de suite ont échoué. Rien ne lui est livré tant que personne ne le réactive.`,
      ...particulars(facts),
      'Une fois que le destinataire fonctionne de nouveau, réactivez le webhook dans la console. Les événements non ' +
        'livrés sont alors renvoyés aussitôt.',
      'Les événements survenus entre-temps ne sont pas envoyés automatiquement. Ils sont conservés 30 jours : ' +
        'envoyez-les depuis le journal du webhook.',
    ],
    button: { label: 'Ouvrir le webhook et son journal', url: facts.consoleUrl },
    smallPrint: smallPrint(facts),
  }),
}
