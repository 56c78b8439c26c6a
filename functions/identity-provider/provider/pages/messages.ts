import type { Translated } from '../../../../shared/platform/locale.ts'
import { english } from './english.ts'
import { french } from './french.ts'

/** What the pages of the identity provider say. */
export interface Messages {
  readonly signIn: {
    readonly title: string
    readonly toContinue: (application: string) => string
    readonly email: string
    readonly emailHint: string
    readonly send: string
    readonly cancel: (application: string) => string
    readonly enterCode: string
    readonly onItsWay: (email: string) => string
    readonly code: string
    readonly enter: string
    readonly sendAgain: string
    readonly otherEmail: string
    readonly signedInAs: (email: string) => string
    readonly otherPerson: string
  }
  readonly obstacles: {
    readonly email: string
    readonly tooSoon: (seconds: number) => string
    readonly tooOften: (minutes: number) => string
    /** For whatever e-mails, from the network that the visitor is in. */
    readonly tooManyHere: (minutes: number) => string
    readonly wrongCode: (triesLeft: number) => string
    readonly codeLength: (digits: number) => string
    readonly noCode: string
    readonly choose: string
    readonly passkeyRefused: string
  }
  readonly passkeys: {
    readonly signIn: string
    readonly signInFailure: string
  }
  readonly consent: {
    readonly title: (application: string) => string
    readonly publisher: (name: string) => string
    readonly host: (host: string) => string
    readonly asks: (application: string) => string
    readonly willBeAbleTo: string
    /** What stands beside the delegated scopes. */
    readonly identity: string
    readonly offline: string
    readonly withinYourRights: string
    readonly forWhom: string
    readonly forYou: (organization: string) => string
    readonly forAll: (organization: string) => string
    readonly allow: string
    readonly deny: string
    readonly takeBack: string
  }
  readonly waiting: {
    readonly title: string
    readonly explanation: (application: string, organization: string) => string
    /** Where the application may do something already. */
    readonly meanwhile: (application: string) => string
    readonly afterwards: string
    readonly back: (application: string) => string
  }
  readonly nowhere: {
    readonly title: string
    readonly explanation: (email: string) => string
  }
  readonly signOut: {
    readonly title: string
    readonly question: string
    readonly confirm: string
    readonly stay: string
    readonly done: string
    readonly canClose: string
  }
  readonly failure: {
    readonly title: string
    readonly expired: string
    readonly refused: string
    readonly ours: string
    readonly goBack: string
  }
}

export const messages: Translated<Messages> = { en: english, fr: french }
