import { Badge } from '../../../../shared/pages/components/badge.tsx'
import { SelectField, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import { hasPermission, isTest, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { ConfirmedAction, FormAction } from '../parts/action.tsx'
import { textIn } from '../parts/form.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Screen } from '../parts/screen.tsx'
import { nodesOf, type PlacedNode } from '../places.ts'

const texts = textsOf({
  en: {
    title: 'Structure',
    lead: 'The organization consists of entities, which own requests, mails and contacts, and of groups within them.',
    name: 'Name',
    kind: 'Kind',
    types: { organization: 'Organization', entity: 'Entity', group: 'Group' },
    add: 'Add below',
    addTitle: (name: string) => `Add below ${name}`,
    rename: 'Rename',
    renameTitle: (name: string) => `Rename ${name}`,
    save: 'Save',
    remove: 'Delete',
    removeTitle: (name: string) => `Delete ${name}?`,
    removeText: 'Only what is empty can be deleted.',
  },
  fr: {
    title: 'Structure',
    lead: 'L’organisation se compose d’entités, qui possèdent demandes, envois et contacts, et de groupes au sein de celles-ci.',
    name: 'Nom',
    kind: 'Type',
    types: { organization: 'Organisation', entity: 'Entité', group: 'Groupe' },
    add: 'Ajouter au-dessous',
    addTitle: (name: string) => `Ajouter au-dessous de ${name}`,
    rename: 'Renommer',
    renameTitle: (name: string) => `Renommer ${name}`,
    save: 'Enregistrer',
    remove: 'Supprimer',
    removeTitle: (name: string) => `Supprimer ${name} ?`,
    removeText: 'Seul ce qui est vide peut être supprimé.',
  },
})

export default function Structure() {
  const t = texts()
  const { org, refresh } = usePlace()
  const nodes = useLoad(() => nodesOf(org.id), [org.id])
  const mayManage = hasPermission(org, 'nodes.manage') && !isTest(org)
  const changed = async () => {
    await nodes.reload()
    await refresh()
  }
  return (
    <Screen title={t.title}>
      <p>{t.lead}</p>
      <Loaded of={nodes}>
        {(found) => (
          <Nodes among={found} of={found.filter(({ depth }) => depth === 0)} onChange={mayManage ? changed : null} />
        )}
      </Loaded>
    </Screen>
  )
}

interface NodesProps {
  readonly of: readonly PlacedNode[]
  /** The whole tree. */
  readonly among: readonly PlacedNode[]
  /** Null: the reader may only look. */
  readonly onChange: (() => Promise<void>) | null
}

/** Nodes, each with those below it. */
function Nodes({ of: nodes, among, onChange }: NodesProps) {
  const t = texts()
  if (nodes.length === 0) return null
  return (
    <ul class="nodes">
      {nodes.map((node) => (
        <li key={node.id}>
          <div class="node">
            <div class="node-name">
              <strong>{node.plainName}</strong> <Badge>{t.types[node.type]}</Badge>
              <div>
                <code class="quiet">{node.id}</code>
              </div>
            </div>
            {onChange && <NodeActions node={node} onChange={onChange} />}
          </div>
          <Nodes of={among.filter(({ parentId }) => parentId === node.id)} among={among} onChange={onChange} />
        </li>
      ))}
    </ul>
  )
}

interface NodeProps {
  readonly node: PlacedNode
  readonly onChange: () => Promise<void>
}

function NodeActions({ node, onChange }: NodeProps) {
  const t = texts()
  const path = { nodeId: node.id }
  return (
    <div class="row-actions">
      <Add node={node} onChange={onChange} />
      <Rename node={node} onChange={onChange} />
      {node.type !== 'organization' && (
        <ConfirmedAction
          label={t.remove}
          of={node.plainName}
          title={t.removeTitle(node.plainName)}
          explanation={t.removeText}
          kind="subtle"
          onAction={async () => {
            await call('DELETE /v1/nodes/{nodeId}', { path })
            await onChange()
          }}
        />
      )}
    </div>
  )
}

function Add({ node, onChange }: NodeProps) {
  const t = texts()
  const { org } = usePlace()
  async function add(data: FormData): Promise<void> {
    const type = textIn(data, 'type') === 'group' ? ('group' as const) : ('entity' as const)
    const body = { parentId: node.id, type, name: textIn(data, 'name') }
    await call('POST /v1/orgs/{orgId}/nodes', { path: { orgId: org.id }, body })
    await onChange()
  }
  // Entities lie directly below the organization, groups below an entity.
  const types = node.type === 'organization' ? (['entity', 'group'] as const) : (['group'] as const)
  return (
    <FormAction
      label={t.add}
      of={node.plainName}
      icon="plus"
      title={t.addTitle(node.plainName)}
      submit={t.save}
      onSubmit={add}
    >
      <SelectField label={t.kind} name="type" options={types.map((value) => ({ value, label: t.types[value] }))} />
      <TextField label={t.name} name="name" required />
    </FormAction>
  )
}

function Rename({ node, onChange }: NodeProps) {
  const t = texts()
  async function rename(data: FormData): Promise<void> {
    const body = { name: textIn(data, 'name') }
    await call('PATCH /v1/nodes/{nodeId}', { path: { nodeId: node.id }, body, version: node.version })
    await onChange()
  }
  return (
    <FormAction
      label={t.rename}
      of={node.plainName}
      icon="edit"
      title={t.renameTitle(node.plainName)}
      submit={t.save}
      onSubmit={rename}
    >
      <TextField label={t.name} name="name" value={node.plainName} required />
    </FormAction>
  )
}
