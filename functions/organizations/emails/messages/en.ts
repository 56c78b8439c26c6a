import { signInLimits } from '../../../../shared/personal-links/challenge.ts'
import { minuteMs } from '../../../../shared/platform/clock.ts'
import { englishOfWebhooks } from './webhook-en.ts'
import type { Facts, Words } from './words.ts'

const codeMinutes = signInLimits.livesMs / minuteMs

const where = ({ organization, place }: Facts) => (place === null ? organization : `${place} (${organization})`)

/** Each line is marked as quoted, so that nobody can speak in our name. */
const wrote = ({ inviter, organization, message }: Facts) =>
  message.length === 0 ? [] : [`${inviter ?? organization} wrote:`, ...message.map((line) => `“${line}”`)]

export const english: Words = {
  invitation: (facts) => ({
    subject: `You are invited to join ${facts.organization}`,
    preheader: `You can accept until ${facts.expiry}.`,
    heading: `Join ${where(facts)}`,
    paragraphs: [
      facts.firstName === null ? 'Hello,' : `Hello ${facts.firstName},`,
      `${facts.inviter ?? facts.organization} invites you to join ${where(facts)} as ${facts.role}.`,
      ...wrote(facts),
      `You can accept until ${facts.expiry}.`,
    ],
    button: 'See the invitation',
    smallPrint: [
      'The link is yours alone: whoever has it can accept in your name. Please do not forward this mail.',
      'You did not expect this? Then ignore it. You join nothing unless you accept.',
    ],
  }),
  signInCode: (code, firstName) => ({
    subject: 'Your code to sign in',
    preheader: `It works for ${codeMinutes} minutes.`,
    heading: 'Your code',
    paragraphs: [
      firstName === null ? 'Hello,' : `Hello ${firstName},`,
      'Enter this code on the page where you sign in to Sealpost:',
      code,
      `It works for ${codeMinutes} minutes, in the browser in which you asked for it. Of several codes only the latest works.`,
    ],
    smallPrint: [
      'Tell this code to nobody. Nobody at Sealpost will ever ask you for it.',
      'You did not ask for a code? Then ignore this mail: without the code nobody can sign in as you.',
    ],
  }),
  ...englishOfWebhooks,
  roles: { owner: 'an owner', admin: 'an administrator', manager: 'a manager', member: 'a member', viewer: 'a viewer' },
  test: 'This is about a test organization: nothing in it has legal value.',
}
