import { useState } from 'preact/hooks'
import { Choice } from '../../../../shared/pages/components/form-field.tsx'
import { Table } from '../../../../shared/pages/components/table.tsx'
import { call } from '../api.ts'
import type { CalendarFeed } from '../api-types.ts'
import { usePlace } from '../context.ts'
import { textsOf, timeOf } from '../language.ts'
import { ConfirmedAction, FormAction } from '../parts/action.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Secret } from '../parts/secret.tsx'

const texts = textsOf({
  en: {
    title: 'In your calendar',
    lead: 'Your phone and other calendars can show the tasks: give them a secret address. Anybody who has the address can read the tasks until you delete it.',
    create: 'Make a calendar address',
    createFor: (entity: string) => `A calendar address for the tasks of ${entity}`,
    mine: 'Only tasks assigned to me',
    submit: 'Make the address',
    address: 'Secret calendar address',
    which: 'Tasks',
    allEntities: 'All your entities',
    otherEntity: 'Another entity',
    everybody: 'of everybody',
    own: 'assigned to you',
    since: 'Made',
    last: 'Last read',
    never: 'Never',
    actions: 'Actions',
    remove: 'Delete',
    removeTitle: 'Delete this calendar address?',
    removeText: 'Calendars that use this address no longer show the tasks.',
  },
  fr: {
    title: 'Dans votre agenda',
    lead: 'Votre téléphone et d’autres agendas peuvent afficher les tâches : donnez-leur une adresse secrète. Toute personne qui a l’adresse peut lire les tâches, jusqu’à ce que vous la supprimiez.',
    create: 'Créer une adresse d’agenda',
    createFor: (entity: string) => `Une adresse d’agenda pour les tâches de ${entity}`,
    mine: 'Seulement les tâches qui me sont attribuées',
    submit: 'Créer l’adresse',
    address: 'Adresse secrète de l’agenda',
    which: 'Tâches',
    allEntities: 'Toutes vos entités',
    otherEntity: 'Une autre entité',
    everybody: 'de tous',
    own: 'qui vous sont attribuées',
    since: 'Créée',
    last: 'Dernière lecture',
    never: 'Jamais',
    actions: 'Actions',
    remove: 'Supprimer',
    removeTitle: 'Supprimer cette adresse d’agenda ?',
    removeText: 'Les agendas qui utilisent cette adresse n’afficheront plus les tâches.',
  },
})

/** The secret addresses at which the calendars of the reader read tasks. */
export function CalendarFeeds({ entityId }: { entityId: string }) {
  const t = texts()
  const { me } = usePlace()
  const feeds = useLoad(() => call('GET /v1/me/calendar-feeds', {}), [])
  const [url, setUrl] = useState<string | null>(null)
  const entityName = (id: string) => me.scopes.find((scope) => scope.entityId === id)?.entityName ?? t.otherEntity
  // The listing lags behind what was just made or deleted.
  const replace = (results: readonly CalendarFeed[]) => feeds.replace({ results })
  async function create(data: FormData): Promise<void> {
    const body = { entityId, ...(data.get('mine') === 'on' && { assigneeId: 'me' as const }) }
    const made = await call('POST /v1/me/calendar-feeds', { body })
    setUrl(made.url)
    replace([...(feeds.value?.results ?? []), made.feed])
  }
  async function remove(feedId: string): Promise<void> {
    await call('DELETE /v1/me/calendar-feeds/{feedId}', { path: { feedId } })
    replace((feeds.value?.results ?? []).filter(({ id }) => id !== feedId))
  }
  const which = (feed: CalendarFeed) => {
    const place = feed.entityId === null ? t.allEntities : entityName(feed.entityId)
    return `${place}, ${feed.assigneeId === 'me' ? t.own : t.everybody}`
  }
  return (
    <section>
      <h2>{t.title}</h2>
      <p>{t.lead}</p>
      {url !== null && <Secret values={[{ label: t.address, text: url }]} onDone={() => setUrl(null)} />}
      <FormAction label={t.create} title={t.createFor(entityName(entityId))} submit={t.submit} onSubmit={create}>
        <Choice name="mine" label={t.mine} />
      </FormAction>
      <Loaded of={feeds}>
        {({ results }) =>
          results.length > 0 && (
            <Table
              caption={t.title}
              rows={results}
              keyOf={({ id }) => id}
              columns={[
                { title: t.which, cell: which },
                { title: t.since, cell: ({ createdAt }) => timeOf(createdAt) },
                { title: t.last, cell: ({ lastUsedAt }) => (lastUsedAt ? timeOf(lastUsedAt) : t.never) },
                {
                  title: t.actions,
                  cell: (feed) => (
                    <ConfirmedAction
                      label={t.remove}
                      of={which(feed)}
                      title={t.removeTitle}
                      explanation={t.removeText}
                      onAction={() => remove(feed.id)}
                    />
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </section>
  )
}
