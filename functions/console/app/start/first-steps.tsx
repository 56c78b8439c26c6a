import type { ComponentChildren } from 'preact'
import { Badge } from '../../../../shared/pages/components/badge.tsx'
import { Card } from '../../../../shared/pages/components/card.tsx'
import { Disclosure } from '../../../../shared/pages/components/disclosure.tsx'
import { call } from '../api.ts'
import { hasPermission, isTest, type Org, screenHref, usePlace } from '../context.ts'
import { textsOf, timeOf } from '../language.ts'
import { Action } from '../parts/action.tsx'
import { CodeBlock } from '../parts/code-block.tsx'
import { CopyElsewhere, CopyText } from '../parts/secret.tsx'
import { settings } from '../settings.ts'
import { type FirstStepsState, firstRequest } from './first-steps-state.ts'

const texts = textsOf({
  en: {
    title: 'From nothing to a signed document',
    lead: 'Four steps in the test organization. This page follows along.',
    done: 'Done',
    next: 'Next',
    later: 'Later',
    testMode: 'Enable test mode',
    testModeText: 'A test organization beside this one, in which nothing has legal value.',
    key: 'Create an API key',
    keyText: 'Your software gets its tokens with it. Create it in the test organization, and store the secret.',
    webhook: 'Receive a webhook',
    webhookText: 'The service posts each event to an address of yours.',
    webhookWaits: 'The webhook is there and waits for its first event.',
    webhookLocal: 'Start a receiver in the project’s folder with the secret of the webhook:',
    webhookAddress: 'Create a webhook to http://localhost:8088/.',
    request: 'Send a first request',
    requestText: 'Paste these lines into a terminal, with the secret of the key. Jane signs after two seconds.',
    requestLocal: 'The terminal must be in the project’s folder.',
    byHand: 'Or send one by hand',
    openTest: 'Open the test organization',
    commands: 'Commands',
    see: 'See the latest request',
    allDone: 'Documents are signed and events arrive',
    received: (url: string, time: string) => `${url} received its latest event on ${time}.`,
    deliveries: 'See the delivery log',
    another: 'Send another document',
    otherKey: 'You do not have the secret of this key? Create another one.',
  },
  fr: {
    title: 'De rien à un document signé',
    lead: 'Quatre étapes dans l’organisation de test. Cette page suit votre avancée.',
    done: 'Fait',
    next: 'À faire',
    later: 'Ensuite',
    testMode: 'Activer le mode test',
    testModeText: 'Une organisation de test à côté de celle-ci, où rien n’a de valeur juridique.',
    key: 'Créer une clé d’API',
    keyText:
      'Votre logiciel obtient ses jetons avec elle. Créez-la dans l’organisation de test, et enregistrez le secret.',
    webhook: 'Recevoir un webhook',
    webhookText: 'Le service envoie chaque événement à une de vos adresses.',
    webhookWaits: 'Le webhook est en place et attend son premier événement.',
    webhookLocal: 'Lancez un récepteur dans le dossier du projet, avec le secret du webhook :',
    webhookAddress: 'Créez un webhook vers http://localhost:8088/.',
    request: 'Envoyer une première demande',
    requestText: 'Collez ces lignes dans un terminal, avec le secret de la clé. Jane signe après deux secondes.',
    requestLocal: 'Le terminal doit être dans le dossier du projet.',
    byHand: 'Ou en envoyer une à la main',
    openTest: 'Ouvrir l’organisation de test',
    commands: 'Commandes',
    see: 'Voir la dernière demande',
    allDone: 'Les documents sont signés et les événements arrivent',
    received: (url: string, time: string) => `${url} a reçu son dernier événement le ${time}.`,
    deliveries: 'Voir le journal des livraisons',
    another: 'Envoyer un autre document',
    otherKey: 'Vous n’avez pas le secret de cette clé ? Créez-en une autre.',
  },
})

const isLocal = new URL(settings.baseUrl).hostname === 'localhost'

interface FirstStepsProps {
  readonly state: FirstStepsState
  readonly onChange: () => Promise<void>
}

/** The way of a new organization, with what is done already. */
export function FirstSteps({ state, onChange }: FirstStepsProps) {
  const t = texts()
  const { testOrg, key, requestId, webhook } = state
  const received = webhook?.lastSuccessAt != null
  const done = [testOrg !== null, key !== null, webhook !== null, requestId !== null && received]
  const next = done.indexOf(false)
  const step = (index: number, title: string, content: ComponentChildren) => (
    <Step key={index} number={index + 1} title={title} state={done[index] ? 'done' : index === next ? 'next' : 'later'}>
      {index === next || (index === 2 && !received && testOrg) ? content : null}
    </Step>
  )
  return (
    <Card title={t.title}>
      <p>{t.lead}</p>
      <ol class="steps">
        {step(0, t.testMode, <EnableTestMode onChange={onChange} />)}
        {step(1, t.key, testOrg && <CreateKey testOrg={testOrg} />)}
        {step(2, t.webhook, testOrg && <ReceiveWebhook testOrg={testOrg} isThere={webhook !== null} />)}
        {step(3, t.request, testOrg && <SendRequest testOrg={testOrg} state={state} />)}
      </ol>
    </Card>
  )
}

interface StepsDoneProps {
  readonly testOrg: Org
  readonly state: FirstStepsState
}

/** In the test organization: what came of the steps, and the commands to send another document. */
export function StepsDone({ testOrg, state }: StepsDoneProps) {
  const t = texts()
  const { webhook } = state
  return (
    <Card title={t.allDone}>
      {webhook?.lastSuccessAt && (
        <p>
          {t.received(webhook.url, timeOf(webhook.lastSuccessAt))}{' '}
          <a href={screenHref(testOrg, 'webhooks', webhook.id)}>{t.deliveries}</a>
        </p>
      )}
      <Disclosure summary={t.another}>
        <SendRequest testOrg={testOrg} state={state} />
      </Disclosure>
    </Card>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly state: 'done' | 'next' | 'later'
  readonly children: ComponentChildren
}

function Step({ number, title, state, children }: StepProps) {
  const t = texts()
  return (
    <li data-step={number} data-state={state}>
      <h3>
        {title} <Badge tone={state === 'done' ? 'good' : state === 'next' ? 'waiting' : 'neutral'}>{t[state]}</Badge>
      </h3>
      {children}
    </li>
  )
}

function EnableTestMode({ onChange }: { onChange: () => Promise<void> }) {
  const t = texts()
  const { org, refresh } = usePlace()
  async function enable(): Promise<void> {
    await call('POST /v1/orgs/{orgId}/test-mode', { path: { orgId: org.id } })
    // The copy of the organization takes some seconds.
    for (let tries = 0; tries < 60 && !(await isReady(org)); tries++)
      await new Promise((next) => setTimeout(next, 1000))
    await refresh()
    await onChange()
  }
  return (
    <>
      <p>{t.testModeText}</p>
      {hasPermission(org, 'test_mode.manage') && <Action label={t.testMode} kind="primary" onAction={enable} />}
    </>
  )
}

async function isReady(org: Org): Promise<boolean> {
  return (await call('GET /v1/orgs/{orgId}/test-mode', { path: { orgId: org.id } })).status === 'ready'
}

function CreateKey({ testOrg }: { testOrg: Org }) {
  const t = texts()
  return (
    <>
      <p>{t.keyText}</p>
      <a class="button primary" href={screenHref(testOrg, 'api-keys', 'new')}>
        {t.key}
      </a>
    </>
  )
}

function ReceiveWebhook({ testOrg, isThere }: { testOrg: Org; isThere: boolean }) {
  const t = texts()
  return (
    <>
      <p>{isThere ? t.webhookWaits : `${t.webhookText} ${isLocal ? t.webhookAddress : ''}`}</p>
      {!isThere && (
        <a class="button primary" href={screenHref(testOrg, 'webhooks', 'new')}>
          {t.webhook}
        </a>
      )}
      {isThere && isLocal && (
        <>
          <p>{t.webhookLocal}</p>
          <CopyText text="npm run webhooks:listen -- --secret whsec_…" />
        </>
      )}
    </>
  )
}

function SendRequest({ testOrg, state }: { testOrg: Org; state: FirstStepsState }) {
  const t = texts()
  const { org } = usePlace()
  const commands = firstRequest(state, settings)
  return (
    <>
      <p>
        {t.requestText} {isLocal && t.requestLocal}
      </p>
      <CodeBlock label={t.commands} text={commands} />
      <CopyElsewhere text={commands} />
      <p>
        <a href={screenHref(testOrg, 'api-keys', 'new')}>{t.otherKey}</a>
      </p>
      {state.requestId && (
        <p>
          <a href={screenHref(testOrg, 'signature-requests', state.requestId)}>{t.see}</a>
        </p>
      )}
      <p>
        <a href={screenHref(testOrg, 'signature-requests', 'new')}>{t.byHand}</a>
      </p>
      {!isTest(org) && (
        <p>
          <a href={screenHref(testOrg)}>{t.openTest}</a>
        </p>
      )}
    </>
  )
}
