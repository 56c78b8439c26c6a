import type { Words } from './messages.ts'

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const english: Words = {
  signIn: {
    title: 'Sign in',
    toContinue: (application) => `To continue to ${application}.`,
    email: 'E-mail address',
    emailHint: 'You will be sent a code of eight digits.',
    send: 'Send the code',
    cancel: (application) => `Cancel and go back to ${application}`,
    enterCode: 'Enter the code',
    onItsWay: (email) =>
      `If there is an account for ${email}, a mail with a code of eight digits is on its way. The code works for 10 minutes.`,
    code: 'The 8 digits of the code',
    enter: 'Sign in',
    sendAgain: 'Send another code',
    otherEmail: 'Use another address',
    signedInAs: (email) => `You are signed in as ${email}.`,
    otherPerson: 'Sign in as somebody else',
  },
  obstacles: {
    email: 'This is not an e-mail address. Check it for typing errors.',
    tooSoon: (seconds) =>
      `A code for this address was asked for a moment ago. Wait ${counted(seconds, 'second', 'seconds')}, then ask for another one.`,
    tooOften: (minutes) =>
      `Codes for this address were asked for too often. Wait ${counted(minutes, 'minute', 'minutes')}, then ask for another one.`,
    tooManyHere: (minutes) =>
      `Many codes were asked for from your network. Wait ${counted(minutes, 'minute', 'minutes')}, then ask for another one.`,
    wrongCode: (triesLeft) =>
      `This is not the code that was sent last. You have ${counted(triesLeft, 'try', 'tries')} left.`,
    codeLength: (digits) => `Enter the ${digits} digits of the code.`,
    noCode: 'This code does not work any more. Ask for another one.',
    choose: 'Choose for whom you allow this.',
  },
  consent: {
    title: (application) => `Allow ${application} to act for you?`,
    publisher: (name) => `An application by ${name}`,
    willBeAbleTo: 'It would be able to:',
    identity: 'Know which account is yours',
    offline: 'Go on while you are away, until this is taken back',
    withinYourRights: 'It never may do more than the person for whom it acts.',
    forWhom: 'For whom do you allow this?',
    forYou: (organization) => `For me, in ${organization}`,
    forAll: (organization) => `For all members of ${organization}`,
    allow: 'Allow',
    deny: 'Do not allow',
    takeBack: 'You and your administrators can take this back at any time.',
  },
  waiting: {
    title: 'An administrator has to agree first',
    explanation: (application, organization) =>
      `${application} does not work with ${organization} yet. Your wish is noted: an administrator of ${organization} has to approve it before ${application} can act for you.`,
    afterwards: `Ask them to, and come back afterwards.`,
    back: (application) => `Back to ${application}`,
  },
  nowhere: {
    title: 'There is nothing to allow',
    explanation: (email) => `The account ${email} is no member of the organization in question.`,
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
    expired: 'This page has expired, was used already, or was opened in another browser.',
    refused: 'The application has sent you here with a request that cannot be answered.',
    ours: 'Something went wrong on our side.',
    goBack: 'Go back to the application and start again.',
  },
}
