import type { Translated } from '../../../../shared/platform/locale.ts'

/** What is said to those who look after their passkeys, or ask for them too often. */
interface PasskeyMessages {
  readonly title: string
  readonly explanation: string
  readonly none: string
  readonly added: (date: string) => string
  readonly lastUsed: (date: string) => string
  readonly neverUsed: string
  readonly remove: string
  readonly removeNamed: (name: string) => string
  readonly addTitle: string
  readonly unsupported: string
  readonly name: string
  readonly nameHint: string
  readonly add: string
  readonly failure: string
  /** The device has one of this person already. */
  readonly known: string
  readonly done: string
  readonly tooManyPasskeys: (minutes: number) => string
  readonly passkeyName: (longest: number) => string
  readonly passkeyNotAdded: string
  readonly tooManyOfOne: (most: number) => string
}

const counted = (count: number, unit: string) => `${count} ${unit}${count > 1 ? 's' : ''}`

const english: PasskeyMessages = {
  title: 'Your passkeys',
  explanation:
    'With a passkey you sign in by fingerprint, face or the PIN of your device, without a code. You can always sign in with a code by e-mail.',
  none: 'You have no passkey.',
  added: (date) => `Added on ${date}.`,
  lastUsed: (date) => `Last used on ${date}.`,
  neverUsed: 'Never used.',
  remove: 'Remove',
  removeNamed: (name) => `Remove ${name}`,
  addTitle: 'Add a passkey',
  unsupported: 'This browser cannot add a passkey. Use a current version of Chrome, Edge, Firefox or Safari.',
  name: 'Name',
  nameHint: 'For example the device: “Laptop at work”.',
  add: 'Add a passkey',
  failure: 'Your browser added no passkey. Try again.',
  known: 'This device already has a passkey of yours. Use another device.',
  done: 'Done',
  tooManyPasskeys: (minutes) =>
    `Too many sign-ins with a passkey from your network. Try again in ${counted(minutes, 'minute')}, or request a code by e-mail.`,
  passkeyName: (longest) => `Enter a name of at most ${longest} characters.`,
  passkeyNotAdded: 'The passkey was not added. Try again.',
  tooManyOfOne: (most) => `You have ${most} passkeys. Remove one before you add another.`,
}

const french: PasskeyMessages = {
  title: 'Vos clés d’accès',
  explanation:
    'Avec une clé d’accès, vous vous connectez par empreinte, par reconnaissance faciale ou par le code de votre appareil, sans code par e-mail. Vous pouvez toujours vous connecter avec un code par e-mail.',
  none: 'Vous n’avez aucune clé d’accès.',
  added: (date) => `Ajoutée le ${date}.`,
  lastUsed: (date) => `Dernière utilisation le ${date}.`,
  neverUsed: 'Jamais utilisée.',
  remove: 'Supprimer',
  removeNamed: (name) => `Supprimer ${name}`,
  addTitle: 'Ajouter une clé d’accès',
  unsupported:
    'Ce navigateur ne peut pas ajouter de clé d’accès. Utilisez une version récente de Chrome, Edge, Firefox ou Safari.',
  name: 'Nom',
  nameHint: 'Par exemple l’appareil : « Ordinateur du bureau ».',
  add: 'Ajouter une clé d’accès',
  failure: 'Votre navigateur n’a ajouté aucune clé d’accès. Réessayez.',
  known: 'Cet appareil a déjà une de vos clés d’accès. Utilisez-en un autre.',
  done: 'Terminé',
  tooManyPasskeys: (minutes) =>
    'Trop de connexions par clé d’accès depuis votre réseau. Réessayez dans ' +
    `${counted(minutes, 'minute')}, ou demandez un code par e-mail.`,
  passkeyName: (longest) => `Saisissez un nom de ${longest} caractères au plus.`,
  passkeyNotAdded: 'La clé d’accès n’a pas été ajoutée. Réessayez.',
  tooManyOfOne: (most) => `Vous avez ${most} clés d’accès. Supprimez-en une avant d’en ajouter une autre.`,
}

export const passkeyMessages: Translated<PasskeyMessages> = { en: english, fr: french }
