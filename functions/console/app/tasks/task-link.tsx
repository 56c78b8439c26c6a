import { entitiesWith, screenHref, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'

const texts = textsOf({ en: { create: 'Create a task about it' }, fr: { create: 'Créer une tâche à ce sujet' } })

interface TaskLinkProps {
  readonly type: 'signature_request' | 'registered_mail'
  readonly of: { readonly id: string; readonly entityId: string }
}

/** Leads to a new task about something, for those who use tasks there. */
export function TaskLink({ type, of: { id, entityId } }: TaskLinkProps) {
  const place = usePlace()
  if (!entitiesWith(place, 'tasks.use').some((entity) => entity.entityId === entityId)) return null
  const query = new URLSearchParams({ entityId, about: `${type}:${id}` })
  return (
    <a class="button" href={`${screenHref(place.org, 'tasks', 'new')}?${query}`}>
      {texts().create}
    </a>
  )
}
