import { SelectField } from '../../../../shared/pages/components/form-field.tsx'
import { entitiesWith, type Permission, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { changeQuery, type Route } from '../router.ts'

const texts = textsOf({ en: { entity: 'Entity' }, fr: { entity: 'Entité' } })

interface EntityFilterProps {
  readonly permission: Permission
  readonly route: Route
  readonly entityId: string
}

/** Chooses among the entities where the reader has a permission; with one of them, there is nothing to choose. */
export function EntityFilter({ permission, route, entityId }: EntityFilterProps) {
  const entities = entitiesWith(usePlace(), permission)
  if (entities.length < 2) return null
  return (
    <SelectField
      label={texts().entity}
      value={entityId}
      onChange={(event) => changeQuery(route, { entityId: event.currentTarget.value })}
      options={entities.map((entity) => ({ value: entity.entityId, label: entity.entityName }))}
    />
  )
}
