import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { pageAddress, pageLocale, pageQuery } from '../../../shared/pages/page-locale.ts'
import { isObstacle } from '../../../shared/personal-links/code-proof.ts'
import { letterOf } from './letter.ts'
import { recipientLink } from './link-access.ts'
import { backToPage } from './page-layout.ts'
import { acceptMail, enterCode, isLapsed, type PageAct, reasonIn, refuseMail, requestCode } from './recipient-acts.ts'
import { recipientPage } from './recipient-page.ts'

export const actOnRecipientPage = operation({
  id: 'actOnRegisteredMail',
  method: 'POST',
  path: '/r/{token}',
  tag: 'Registered mail pages',
  summary: 'Request or enter a code, accept the registered mail, or refuse it',
  description:
    'Only the forms of the page do something: they carry its secret, and come from no other site. Sending a form twice has one effect.',
  access: recipientLink,
  query: pageQuery,
  responses: { 200: 'binary', 303: null, 422: 'binary' },
  errors: ['forbidden'],
  streams: true,
  async handle({ grant, form, sessionSha256, query, headers, path: { token }, baseUrl, origin, table, ...situation }) {
    const { work, clock, ids } = situation
    const nowMs = clock()
    const shown = {
      token,
      locale: pageLocale(query, headers, grant?.item.locale),
      baseUrl,
      sessionSha256,
      nowMs,
      letter: null,
    }
    if (!grant) return recipientPage(200, { ...shown, grant, obstacle: null })
    if (!form) return refuse('forbidden', 'Open the link of the e-mail and use the forms of its page.')
    const act: PageAct = { grant, form, sessionSha256, origin, work, nowMs, ids }
    const back = backToPage(pageAddress(token, query))
    const unnoted = (because: 'lapsed' | 'unticked') =>
      recipientPage(422, { ...shown, grant, obstacle: null, unnoted: { because, reason: reasonIn(form) } })
    switch (form.get('action')) {
      case 'send-code':
      case 'prove-code': {
        const outcome = form.get('action') === 'send-code' ? await requestCode(act) : await enterCode(act)
        if (outcome === null || !isObstacle(outcome.state)) return back
        return recipientPage(422, { ...shown, grant: outcome.grant, obstacle: outcome.state })
      }
      case 'accept': {
        if (isLapsed(act)) return unnoted('lapsed')
        const accepted = await acceptMail(act)
        if (!accepted) return back
        const letter = await letterOf(table, accepted, { sessionSha256, nowMs })
        return recipientPage(200, { ...shown, grant: accepted, obstacle: null, letter })
      }
      case 'refuse':
        if (isLapsed(act)) return unnoted('lapsed')
        return (await refuseMail(act)) ? back : unnoted('unticked')
      default:
        return back
    }
  },
})
