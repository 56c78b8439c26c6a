import { serviceName } from '../../../../shared/pages/brand.ts'
import type { Messages } from './messages.ts'

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const english: Messages = {
  signIn: {
    title: 'Sign in',
    toContinue: (application) =>
      application === serviceName ? 'Sign in to Sealpost.' : `Sign in to Sealpost to continue to ${application}.`,
    email: 'E-mail address',
    emailHint: 'We will send you a code of eight digits.',
    send: 'Send the code',
    cancel: (application) => (application === serviceName ? 'Cancel' : `Cancel and go back to ${application}`),
    enterCode: 'Enter the code',
    onItsWay: (email) =>
      `If ${email} has an account, an e-mail with a code of eight digits is on its way. The code works for 10 ` +
      'minutes.',
    code: 'The 8 digits of the code',
    enter: 'Sign in',
    sendAgain: 'Send another code',
    otherEmail: 'Use another address',
    signedInAs: (email) => `You are signed in as ${email}.`,
    otherPerson: 'Sign in with another account',
  },
  obstacles: {
    email: 'This is not an e-mail address. Check it for typing errors.',
    tooSoon: (seconds) =>
      `A code for this address was requested a moment ago. Try again in ${counted(seconds, 'second', 'seconds')}.`,
    tooOften: (minutes) =>
      `Too many codes were requested for this address. Try again in ${counted(minutes, 'minute', 'minutes')}.`,
    tooManyHere: (minutes) =>
      `Too many codes were requested from your network. Try again in ${counted(minutes, 'minute', 'minutes')}.`,
    wrongCode: (triesLeft) => `This is not the latest code. You have ${counted(triesLeft, 'try', 'tries')} left.`,
    codeLength: (digits) => `Enter the ${digits} digits of the code.`,
    noCode: 'This code no longer works. Request a new one.',
    choose: 'Choose who the application may act for.',
    passkeyRefused: 'This passkey does not sign you in. Try another one, or request a code by e-mail.',
  },
  passkeys: {
    signIn: 'Sign in with a passkey',
    signInFailure: 'Your browser gave no passkey. Try again, or request a code by e-mail.',
  },
  consent: {
    title: (application) => `Allow ${application} to act for you?`,
    publisher: (name) => `An application by ${name}`,
    host: (host) => `You go on to ${host}.`,
    asks: (application) => `${application} asks for access to your Sealpost account.`,
    willBeAbleTo: 'It would be able to:',
    identity: 'Know which account is yours',
    offline: 'Continue while you are away, until you revoke the access',
    withinYourRights: 'It can never do more than the person it acts for.',
    forWhom: 'Who may it act for?',
    forYou: (organization) => `Me, in ${organization}`,
    forAll: (organization) => `All members of ${organization}`,
    allow: 'Allow',
    deny: 'Do not allow',
    takeBack: 'You and your administrators can revoke this access at any time.',
  },
  waiting: {
    title: 'An administrator must approve first',
    explanation: (application, organization) =>
      `We have recorded your request. An administrator of ${organization} must approve it before ${application} ` +
      'gets this access.',
    meanwhile: (application) => `What ${application} was allowed to do before goes on working meanwhile.`,
    afterwards: 'Ask an administrator, then come back.',
    back: (application) => `Back to ${application}`,
  },
  nowhere: {
    title: 'There is nothing to allow',
    explanation: (email) => `The account ${email} is not a member of this organization.`,
  },
  signOut: {
    title: 'Sign out',
    question: 'Do you want to sign out in this browser?',
    confirm: 'Sign out',
    stay: 'Stay signed in',
    done: 'You are signed out',
    canClose: 'You can close this page.',
  },
  failure: {
    title: 'This did not work',
    expired: 'This page has expired, was already used, or was opened in another browser.',
    refused: 'The application sent you here with an invalid request.',
    ours: 'Something went wrong on our side.',
    goBack: 'Go back to the application and start again.',
  },
}
