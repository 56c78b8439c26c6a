import { Button } from '../../../../shared/pages/components/button.tsx'
import { regionOf } from '../../../../shared/platform/locale.ts'
import { call } from '../api.ts'
import type { TaskOccurrence } from '../api-types.ts'
import { entityFor, screenHref, usePlace } from '../context.ts'
import { currentLocale, textsOf } from '../language.ts'
import { EntityFilter } from '../parts/entity-filter.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Empty, Screen } from '../parts/screen.tsx'
import { stateName } from '../parts/state-badge.tsx'
import { changeQuery } from '../router.ts'
import type { ScreenInput } from '../screens.ts'
import { dayKey, monthAfter, weeksOf } from '../tasks/local-time.ts'

const texts = textsOf({
  en: {
    title: 'Tasks of a month',
    above: 'Tasks',
    before: 'Month before',
    after: 'Month after',
    skipped: 'Skipped',
    free: 'Nothing to do in this month.',
  },
  fr: {
    title: 'Tâches du mois',
    above: 'Tâches',
    before: 'Mois précédent',
    after: 'Mois suivant',
    skipped: 'Passée',
    free: 'Rien à faire ce mois-ci.',
  },
})

export default function TaskMonth({ route }: ScreenInput) {
  const t = texts()
  const place = usePlace()
  const entityId = entityFor(place, 'tasks.use', route.query.get('entityId'))?.entityId ?? ''
  const given = route.query.get('month') ?? ''
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(given) ? given : dayKey(new Date()).slice(0, 7)
  const name = new Intl.DateTimeFormat(regionOf[currentLocale()], { month: 'long', year: 'numeric' })
  return (
    <Screen title={t.title} above={{ label: t.above, href: screenHref(place.org, 'tasks') }}>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <EntityFilter permission="tasks.use" route={route} entityId={entityId} />
      </form>
      <div class="month-bar">
        <Button label={t.before} onClick={() => changeQuery(route, { month: monthAfter(month, -1) })}>
          ←
        </Button>
        <h2 aria-live="polite">{name.format(new Date(`${month}-15T12:00:00`))}</h2>
        <Button label={t.after} onClick={() => changeQuery(route, { month: monthAfter(month, 1) })}>
          →
        </Button>
      </div>
      <Month entityId={entityId} month={month} />
    </Screen>
  )
}

function Month({ entityId, month }: { entityId: string; month: string }) {
  const weeks = weeksOf(month)
  const days = weeks.flat()
  const [first = new Date(), last = new Date()] = [days[0], days.at(-1)]
  const to = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1)
  const query = { entityId, from: first.toISOString(), to: to.toISOString() }
  const occurrences = useLoad(() => call('GET /v1/tasks/occurrences', { query }), [entityId, month])
  return (
    <Loaded of={occurrences}>
      {({ results }) => {
        const byDay = Map.groupBy(results, ({ startAt }) => dayKey(new Date(startAt)))
        return (
          <>
            <Weeks of={weeks} month={month} byDay={byDay} />
            <Days of={days.filter((day) => dayKey(day).startsWith(month))} byDay={byDay} />
          </>
        )
      }}
    </Loaded>
  )
}

type ByDay = ReadonlyMap<string, readonly TaskOccurrence[]>

/** The month as a sheet of a calendar. */
function Weeks({ of: weeks, month, byDay }: { of: readonly Date[][]; month: string; byDay: ByDay }) {
  const weekday = new Intl.DateTimeFormat(regionOf[currentLocale()], { weekday: 'short' })
  return (
    <section class="table-frame weeks" aria-label={month} {...{ tabIndex: 0 }}>
      <table class="table month">
        <thead>
          <tr>
            {(weeks[0] ?? []).map((day) => (
              <th key={day.getDay()} scope="col">
                {weekday.format(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, index) => (
            <tr key={index}>
              {week.map((day) => (
                <td key={dayKey(day)} class={dayKey(day).startsWith(month) ? undefined : 'quiet'}>
                  <time dateTime={dayKey(day)}>{day.getDate()}</time>
                  <Occurrences of={byDay.get(dayKey(day)) ?? []} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The same for narrow screens: the days that have something. */
function Days({ of: days, byDay }: { of: readonly Date[]; byDay: ByDay }) {
  const t = texts()
  const name = new Intl.DateTimeFormat(regionOf[currentLocale()], { weekday: 'long', day: 'numeric', month: 'long' })
  const busy = days.filter((day) => byDay.has(dayKey(day)))
  return (
    <div class="days">
      {busy.length === 0 && <Empty>{t.free}</Empty>}
      <ol class="agenda">
        {busy.map((day) => (
          <li key={dayKey(day)}>
            <h3>{name.format(day)}</h3>
            <Occurrences of={byDay.get(dayKey(day)) ?? []} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function Occurrences({ of: occurrences }: { of: readonly TaskOccurrence[] }) {
  const t = texts()
  const { org } = usePlace()
  if (occurrences.length === 0) return null
  const state = ({ status }: TaskOccurrence) =>
    status === 'skipped' ? t.skipped : status === 'completed' ? stateName('completed', { isFeminine: true }) : null
  return (
    <ul>
      {occurrences.map((occurrence) => (
        <li key={`${occurrence.taskId} ${occurrence.occurrenceAt}`}>
          <a href={screenHref(org, 'tasks', occurrence.taskId)}>{occurrence.title}</a>
          {state(occurrence) && <div class="quiet">{state(occurrence)}</div>}
        </li>
      ))}
    </ul>
  )
}
