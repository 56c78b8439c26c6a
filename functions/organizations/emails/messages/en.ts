import { quotation } from '../../../../shared/mail/layout/quotation.ts'
import { signInLimits } from '../../../../shared/personal-links/challenge.ts'
import { minuteMs } from '../../../../shared/platform/clock.ts'
import type { Facts, Messages } from './catalog.ts'
import { englishOfWebhooks } from './webhook-en.ts'

const codeMinutes = signInLimits.livesMs / minuteMs

const where = ({ organization, place }: Facts) => (place === null ? organization : `${place} (${organization})`)

/** The message is marked as quoted, so that nobody can speak in our name. */
const wrote = ({ inviter, organization, message }: Facts) =>
  message.length === 0 ? [] : [`${inviter ?? organization} wrote:`, quotation(['“', '”'], message)]

export const english: Messages = {
  invitation: (facts) => ({
    subject: `You are invited to join ${facts.organization}`,
    preheader: `You can accept until ${facts.expiry}.`,
    heading: `Join ${where(facts)}`,
    paragraphs: [
      facts.firstName === null ? 'Hello,' : `Hello ${facts.firstName},`,
      `${facts.inviter === null ? 'You are invited' : `${facts.inviter} invites you`} to join ${where(facts)} as ${facts.role}.`,
      ...wrote(facts),
      `You can accept until ${facts.expiry}.`,
    ],
    button: 'See the invitation',
    smallPrint: [
      'The link is personal: anyone who has it can accept in your name. Please do not forward this e-mail.',
      'Did you not expect this invitation? Ignore this e-mail. You join nothing unless you accept.',
    ],
  }),
  signInCode: (code, firstName) => ({
    subject: 'Your code to sign in',
    preheader: `It works for ${codeMinutes} minutes.`,
    heading: 'Your code',
    paragraphs: [
      firstName === null ? 'Hello,' : `Hello ${firstName},`,
      'Enter this code on the Sealpost sign-in page:',
      code,
      `It works for ${codeMinutes} minutes in the browser in which you requested it. Only the latest code works.`,
    ],
    code,
    smallPrint: [
      'Do not share this code with anyone. Sealpost will never ask you for it.',
      'Did you not request a code? Ignore this e-mail: nobody can sign in as you without the code.',
    ],
  }),
  passkey: {
    added: ({ firstName, name, moment }) => ({
      subject: 'A passkey was added to your account',
      preheader: 'It can sign you in from now on.',
      heading: 'A passkey was added',
      paragraphs: [
        firstName === null ? 'Hello,' : `Hello ${firstName},`,
        `The passkey “${name}” was added to your Sealpost account on ${moment}. It can sign you in without a code.`,
      ],
      smallPrint: [
        'Was it not you? Sign in, remove the passkey in your account, end the sign-ins you do not know, and tell your administrator.',
      ],
    }),
    removed: ({ firstName, name, moment }) => ({
      subject: 'A passkey was removed from your account',
      preheader: 'It does not sign you in any more.',
      heading: 'A passkey was removed',
      paragraphs: [
        firstName === null ? 'Hello,' : `Hello ${firstName},`,
        `The passkey “${name}” was removed from your Sealpost account on ${moment}. You can delete it from your device too.`,
      ],
      smallPrint: ['Was it not you? Sign in, end the sign-ins you do not know, and tell your administrator.'],
    }),
  },
  ...englishOfWebhooks,
  testModePurge: ({ firstName, organization, purge, consoleUrl }) => ({
    subject: `The test organization of ${organization} will be deleted`,
    preheader: `Nobody has used it lately. It is deleted on ${purge}.`,
    heading: 'Your test organization will be deleted',
    paragraphs: [
      firstName === null ? 'Hello,' : `Hello ${firstName},`,
      `Nothing has been created or changed in the test organization of ${organization} for a long time.`,
      `It is deleted on ${purge}, with everything in it and its API keys.`,
      'To keep it, create or change anything in it before. The live organization is not affected.',
    ],
    button: { label: 'Open the test mode', url: consoleUrl },
    smallPrint: [`You get this e-mail because your role lets you manage the test mode of ${organization}.`],
  }),
  test: 'This is about a test organization: nothing in it has legal value.',
}
