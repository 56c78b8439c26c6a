import { localeOf, type Translated } from '../platform/locale.ts'
import type { DelegatedScope } from './permissions.ts'

/** What a scope lets an application do, as people are asked for it. */
const messages: Record<DelegatedScope, Translated<string>> = {
  'profile:read': { en: 'See your name and e-mail address', fr: 'Voir votre nom et votre adresse e-mail' },
  'structure:read': {
    en: 'See how your organization is divided into entities and groups',
    fr: 'Voir les entités et les groupes de votre organisation',
  },
  'members:read': {
    en: 'See who belongs to your organization',
    fr: 'Voir qui fait partie de votre organisation',
  },
  'contacts:read': { en: 'See your contacts', fr: 'Voir vos contacts' },
  'contacts:write': { en: 'See, add and change your contacts', fr: 'Voir, ajouter et modifier vos contacts' },
  'contacts:manage': {
    en: 'See, add, change, merge and delete contacts of everybody in your entities',
    fr: 'Voir, ajouter, modifier, fusionner et supprimer les contacts de tous dans vos entités',
  },
  'tasks:use': { en: 'See, add and complete tasks', fr: 'Voir, ajouter et terminer des tâches' },
  'signature:read': {
    en: 'See signature requests and download their documents',
    fr: 'Voir les demandes de signature et télécharger leurs documents',
  },
  'signature:send': {
    en: 'Send documents for signature, and follow, change and cancel the requests',
    fr: 'Envoyer des documents à signer, suivre, modifier et annuler les demandes',
  },
  'registered_mail:read': {
    en: 'See registered mail and download its proofs',
    fr: 'Voir les lettres recommandées et télécharger leurs preuves',
  },
  'registered_mail:send': {
    en: 'Send registered mail, which may cost money',
    fr: 'Envoyer des lettres recommandées, ce qui peut être payant',
  },
  'registered_mail:manage': {
    en: 'Send registered mail and manage the accounts that it is sent from',
    fr: 'Envoyer des lettres recommandées et gérer les comptes expéditeurs',
  },
}

export function scopeMessage(scope: DelegatedScope, locale: string): string {
  return messages[scope][localeOf(locale)]
}
