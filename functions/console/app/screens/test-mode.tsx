import { Card } from '../../../../shared/pages/components/card.tsx'
import { Disclosure } from '../../../../shared/pages/components/disclosure.tsx'
import { TextField } from '../../../../shared/pages/components/form-field.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { Progress } from '../../../../shared/pages/components/spinner.tsx'
import { call } from '../api.ts'
import type { TestMode } from '../api-types.ts'
import { isTest, screenHref, usePlace } from '../context.ts'
import { numberOf, textsOf, timeOf } from '../language.ts'
import { Action, ConfirmedAction } from '../parts/action.tsx'
import { Form, textIn } from '../parts/form.tsx'
import { Loaded, useLoad, useRepeat } from '../parts/load.tsx'
import { Pairs, Screen } from '../parts/screen.tsx'
import { StateBadge, stateName } from '../parts/state-badge.tsx'

const texts = textsOf({
  en: {
    title: 'Test mode',
    lead: 'A test organization copies the structure and the members of this one. In it, everything can be tried without legal value: documents get a test seal, and addresses such as jane+sign@example.com sign by themselves.',
    enable: 'Enable test mode',
    state: 'State',
    enabledAt: 'Enabled',
    lastActivity: 'Last activity',
    purgeAt: 'Deleted when unused until',
    emails: 'E-mails today',
    emailsOf: (sent: string, cap: string) => `${sent} of ${cap}`,
    clock: 'Its clock',
    clockMoving: (now: string, to: string) => `${now}, on its way to ${to}`,
    moveClock: 'Move the clock',
    moveClockText:
      'Everything that is due on the way happens in order: expiries, reminders, periods of registered mail, tasks. The clock goes forward only; a reset takes it back to the real time.',
    moveTo: 'Go to',
    open: 'Go to the test organization',
    reset: 'Reset',
    resetTitle: 'Delete everything in the test organization?',
    resetText:
      'Requests, mails, contacts and tasks of the test organization are deleted. Its structure, API keys and webhooks stay.',
    disable: 'Disable test mode',
    disableTitle: 'Disable test mode?',
    disableText: 'The test organization is deleted with everything in it.',
    ofTest: 'This is a test organization. Its test mode is managed in the live one.',
    toLive: 'Go to the live organization',
  },
  fr: {
    title: 'Mode test',
    lead: 'Une organisation de test reprend la structure et les membres de celle-ci. Tout peut y être essayé sans valeur juridique : les documents reçoivent un sceau de test, et des adresses comme jane+sign@example.com signent d’elles-mêmes.',
    enable: 'Activer le mode test',
    state: 'État',
    enabledAt: 'Activé',
    lastActivity: 'Dernière activité',
    purgeAt: 'Supprimé si inutilisé jusqu’au',
    emails: 'E-mails aujourd’hui',
    emailsOf: (sent: string, cap: string) => `${sent} sur ${cap}`,
    clock: 'Son horloge',
    clockMoving: (now: string, to: string) => `${now}, en route vers ${to}`,
    moveClock: 'Avancer l’horloge',
    moveClockText:
      'Tout ce qui échoit entre-temps se produit dans l’ordre : expirations, rappels, délais des envois, tâches. L’horloge ne fait qu’avancer ; une réinitialisation la ramène à l’heure réelle.',
    moveTo: 'Aller au',
    open: 'Aller à l’organisation de test',
    reset: 'Réinitialiser',
    resetTitle: 'Tout supprimer dans l’organisation de test ?',
    resetText:
      'Les demandes, envois, contacts et tâches de l’organisation de test sont supprimés. Sa structure, ses clés d’API et ses webhooks restent.',
    disable: 'Désactiver le mode test',
    disableTitle: 'Désactiver le mode test ?',
    disableText: 'L’organisation de test est supprimée avec tout son contenu.',
    ofTest: 'Ceci est une organisation de test. Son mode test se gère dans l’organisation réelle.',
    toLive: 'Aller à l’organisation réelle',
  },
})

export default function TestModeScreen() {
  const t = texts()
  const { org } = usePlace()
  return <Screen title={t.title}>{isTest(org) ? <OfTest /> : <OfLive />}</Screen>
}

function OfTest() {
  const t = texts()
  const { org } = usePlace()
  return (
    <Notice>
      <p>{t.ofTest}</p>
      {org.twinOrgId && <a href={screenHref({ id: org.twinOrgId }, 'test-mode')}>{t.toLive}</a>}
    </Notice>
  )
}

const isUnderWay = ({ status }: TestMode) => status === 'creating' || status === 'resetting' || status === 'purging'
const isClockMoving = ({ clock }: TestMode) => clock !== null && clock.advancingTo !== null

function OfLive() {
  const t = texts()
  const { org, refresh } = usePlace()
  const path = { orgId: org.id }
  const loaded = useLoad(() => call('GET /v1/orgs/{orgId}/test-mode', { path }), [org.id])
  const mode = loaded.value
  async function lookAgain(): Promise<void> {
    await loaded.reload()
    await refresh()
  }
  useRepeat(mode !== null && (isUnderWay(mode) || isClockMoving(mode)), lookAgain)
  return (
    <>
      <p class="lead">{t.lead}</p>
      <Loaded of={loaded}>
        {(testMode) => (
          <Card>
            <State mode={testMode} />
            <div class="actions">
              {!testMode.enabled && !isUnderWay(testMode) && (
                <Action
                  label={t.enable}
                  kind="primary"
                  onAction={async () => loaded.replace(await call('POST /v1/orgs/{orgId}/test-mode', { path }))}
                />
              )}
              {testMode.status === 'ready' && testMode.twinOrgId && (
                <>
                  <a class="button primary" href={screenHref({ id: testMode.twinOrgId })}>
                    {t.open}
                  </a>
                  <ConfirmedAction
                    label={t.reset}
                    title={t.resetTitle}
                    explanation={t.resetText}
                    typed={org.name}
                    onAction={async () => {
                      const body = { confirmName: org.name }
                      loaded.replace(await call('POST /v1/orgs/{orgId}/test-mode/reset', { path, body }))
                    }}
                  />
                  <ConfirmedAction
                    label={t.disable}
                    title={t.disableTitle}
                    explanation={t.disableText}
                    typed={org.name}
                    onAction={async () => {
                      await call('DELETE /v1/orgs/{orgId}/test-mode', { path, body: { confirmName: org.name } })
                      await lookAgain()
                    }}
                  />
                </>
              )}
            </div>
            {testMode.status === 'ready' && <ClockForm onMoved={lookAgain} />}
          </Card>
        )}
      </Loaded>
    </>
  )
}

function ClockForm({ onMoved }: { onMoved: () => Promise<void> }) {
  const t = texts()
  const { org } = usePlace()
  async function move(data: FormData): Promise<void> {
    const advanceTo = new Date(textIn(data, 'advanceTo')).toISOString()
    await call('POST /v1/orgs/{orgId}/test-mode/clock', { path: { orgId: org.id }, body: { advanceTo } })
    await onMoved()
  }
  return (
    <Disclosure summary={t.moveClock}>
      <p>{t.moveClockText}</p>
      <Form submit={t.moveClock} onSubmit={move}>
        <TextField label={t.moveTo} name="advanceTo" type="datetime-local" required />
      </Form>
    </Disclosure>
  )
}

function State({ mode }: { mode: TestMode }) {
  const t = texts()
  const { done, total } = mode.progress ?? { done: 0, total: 0 }
  const timeOrNothing = (time: string | null) => (time ? timeOf(time) : '')
  return (
    <>
      <Pairs
        of={[
          [t.state, <StateBadge key="state" state={mode.status} />],
          ...(mode.enabled
            ? ([
                [t.enabledAt, timeOrNothing(mode.enabledAt)],
                [t.lastActivity, timeOrNothing(mode.lastActivityAt)],
                [t.purgeAt, timeOrNothing(mode.purgeAt)],
                [t.clock, clockText(mode)],
                [t.emails, t.emailsOf(numberOf(mode.emails.sentToday), numberOf(mode.emails.dailyCap))],
              ] as const)
            : []),
        ]}
      />
      {isUnderWay(mode) && <Progress share={total > 0 ? done / total : 0} label={stateName(stateOf(mode))} />}
    </>
  )
}

function clockText({ clock }: TestMode): string {
  if (!clock) return ''
  const now = timeOf(clock.now)
  return clock.advancingTo === null ? now : texts().clockMoving(now, timeOf(clock.advancingTo))
}

const stateOf = ({ status }: TestMode) => status
