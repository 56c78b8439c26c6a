import { call } from '../api.ts'
import { hasPermission, isTest, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { Loaded, useLoad, useRepeat } from '../parts/load.tsx'
import { Screen } from '../parts/screen.tsx'
import { Attention } from '../start/attention.tsx'
import { FirstSteps, StepsDone } from '../start/first-steps.tsx'
import { type FirstStepsState, firstStepsOf, isDone } from '../start/first-steps-state.ts'

const texts = textsOf({
  en: { title: (name: string) => `Welcome to ${name}` },
  fr: { title: (name: string) => `Bienvenue dans ${name}` },
})

export default function Start() {
  const t = texts()
  const { me, org } = usePlace()
  const mayIntegrate = hasPermission(org, 'integrations.manage')
  const testOrg = isTest(org) ? org : (me.orgs.find(({ id }) => id === org.twinOrgId) ?? null)
  const steps = useLoad<FirstStepsState | 'none'>(
    async () => (mayIntegrate ? await firstStepsOf(me, testOrg, call) : 'none'),
    [org.id, testOrg?.id],
  )
  const { value } = steps
  const isWaiting = value !== null && value !== 'none' && !isDone(value)
  useRepeat(isWaiting, steps.reload, 4000)
  return (
    <Screen title={t.title(org.name)}>
      {mayIntegrate && (
        <Loaded of={steps}>
          {(found) =>
            found !== 'none' &&
            (!isDone(found) ? (
              <FirstSteps state={found} onChange={steps.reload} />
            ) : (
              isTest(org) && <StepsDone testOrg={org} state={found} />
            ))
          }
        </Loaded>
      )}
      <Attention />
    </Screen>
  )
}
