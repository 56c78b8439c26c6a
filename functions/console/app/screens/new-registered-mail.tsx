import { useRef } from 'preact/hooks'
import { call } from '../api.ts'
import type { RegisteredMail, RegisteredMailOptions, SenderAccount } from '../api-types.ts'
import { entityFor, screenHref, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { type MailBody, MailForm, useAttaching } from '../mail/mail-form.tsx'
import { isUsable, SenderAccounts } from '../mail/sender-accounts.tsx'
import { EntityFilter } from '../parts/entity-filter.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Screen } from '../parts/screen.tsx'
import { goTo } from '../router.ts'
import type { ScreenInput } from '../screens.ts'

const texts = textsOf({
  en: {
    title: 'New registered mail',
    above: 'Registered mails',
    submit: 'Save as a draft',
  },
  fr: {
    title: 'Nouvel envoi recommandé',
    above: 'Envois recommandés',
    submit: 'Enregistrer comme brouillon',
  },
})

export default function NewRegisteredMail({ route }: ScreenInput) {
  const t = texts()
  const place = usePlace()
  const entityId = entityFor(place, 'registered_mail.send', route.query.get('entityId'))?.entityId ?? ''
  const above = { label: t.above, href: screenHref(place.org, 'registered-mails') }
  return (
    <Screen title={t.title} above={above}>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <EntityFilter permission="registered_mail.send" route={route} entityId={entityId} />
      </form>
      <MailOf key={entityId} entityId={entityId} cancelHref={above.href} />
    </Screen>
  )
}

function MailOf({ entityId, cancelHref }: { entityId: string; cancelHref: string }) {
  const loaded = useLoad(async () => {
    const query = { entityId }
    const [options, accounts] = await Promise.all([
      call('GET /v1/registered-mails/options', { query }),
      call('GET /v1/registered-mails/sender-accounts', { query }),
    ])
    return { options, accounts: accounts.results }
  }, [entityId])
  return (
    <Loaded of={loaded}>
      {({ options, accounts }) => {
        const usable = accounts.filter(isUsable)
        return (
          <>
            <SenderAccounts entityId={entityId} options={options} accounts={accounts} onChange={loaded.reload} />
            {usable.length > 0 && (
              <NewMail entityId={entityId} options={options} accounts={usable} cancelHref={cancelHref} />
            )}
          </>
        )
      }}
    </Loaded>
  )
}

interface NewMailProps {
  readonly entityId: string
  readonly options: RegisteredMailOptions
  readonly accounts: readonly SenderAccount[]
  readonly cancelHref: string
}

function NewMail({ entityId, options, accounts, cancelHref }: NewMailProps) {
  const t = texts()
  const { org } = usePlace()
  // Where an attachment is refused, the draft is there already.
  const draft = useRef<Pick<RegisteredMail, 'id' | 'version'> | null>(null)
  const attach = useAttaching()
  async function save(body: MailBody, files: readonly File[]): Promise<void> {
    const { current: made } = draft
    const mail = made
      ? await call('PATCH /v1/registered-mails/{mailId}', { path: { mailId: made.id }, body, version: made.version })
      : await call('POST /v1/registered-mails', { body: { entityId, ...body } })
    draft.current = mail
    await attach(mail.id, files)
    goTo(screenHref(org, 'registered-mails', mail.id))
  }
  return (
    <MailForm
      mail={null}
      entityId={entityId}
      options={options}
      accounts={accounts}
      submit={t.submit}
      cancelHref={cancelHref}
      onSubmit={save}
    />
  )
}
