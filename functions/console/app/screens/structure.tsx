import { useState } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { Dialog } from '../../../../shared/pages/components/dialog.tsx'
import { SelectField, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { Table } from '../../../../shared/pages/components/table.tsx'
import { call } from '../api.ts'
import { hasPermission, isTest, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { ConfirmedAction } from '../parts/action.tsx'
import { Form, textIn } from '../parts/form.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Screen } from '../parts/screen.tsx'
import { nodesOf, type PlacedNode } from '../places.ts'

const texts = textsOf({
  en: {
    title: 'Structure',
    lead: 'The organization consists of entities, which own requests, mails and contacts, and of groups within them.',
    name: 'Name',
    kind: 'Kind',
    actions: 'Actions',
    id: 'Id',
    types: { organization: 'Organization', entity: 'Entity', group: 'Group' },
    add: 'Add below',
    addTitle: (name: string) => `Add below ${name}`,
    rename: 'Rename',
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
    actions: 'Actions',
    id: 'Identifiant',
    types: { organization: 'Organisation', entity: 'Entité', group: 'Groupe' },
    add: 'Ajouter au-dessous',
    addTitle: (name: string) => `Ajouter au-dessous de ${name}`,
    rename: 'Renommer',
    save: 'Enregistrer',
    remove: 'Supprimer',
    removeTitle: (name: string) => `Supprimer ${name} ?`,
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
          <Table
            caption={t.title}
            rows={found}
            keyOf={({ id }) => id}
            columns={[
              { title: t.name, cell: ({ name }) => <span class="tree">{name}</span> },
              { title: t.kind, cell: ({ type }) => t.types[type] },
              { title: t.id, cell: ({ id }) => <code>{id}</code> },
              ...(mayManage
                ? [
                    {
                      title: t.actions,
                      cell: (node: PlacedNode) => <NodeActions node={node} onChange={changed} />,
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Loaded>
    </Screen>
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
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  async function add(data: FormData): Promise<void> {
    const type = textIn(data, 'type') === 'group' ? ('group' as const) : ('entity' as const)
    const body = { parentId: node.id, type, name: textIn(data, 'name') }
    await call('POST /v1/orgs/{orgId}/nodes', { path: { orgId: org.id }, body })
    close()
    await onChange()
  }
  // Entities lie directly below the organization, groups below an entity.
  const types = node.type === 'organization' ? (['entity', 'group'] as const) : (['group'] as const)
  return (
    <>
      <Button icon="plus" onClick={() => setIsOpen(true)}>
        {t.add}
      </Button>
      {isOpen && (
        <Dialog title={t.addTitle(node.plainName)} onClose={close}>
          <Form submit={t.save} onSubmit={add} onCancel={close}>
            <SelectField
              label={t.kind}
              name="type"
              options={types.map((value) => ({ value, label: t.types[value] }))}
            />
            <TextField label={t.name} name="name" required />
          </Form>
        </Dialog>
      )}
    </>
  )
}

function Rename({ node, onChange }: NodeProps) {
  const t = texts()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  async function rename(data: FormData): Promise<void> {
    const body = { name: textIn(data, 'name') }
    await call('PATCH /v1/nodes/{nodeId}', { path: { nodeId: node.id }, body, version: node.version })
    close()
    await onChange()
  }
  return (
    <>
      <Button icon="edit" onClick={() => setIsOpen(true)}>
        {t.rename}
      </Button>
      {isOpen && (
        <Dialog title={`${t.rename}: ${node.plainName}`} onClose={close}>
          <Form submit={t.save} onSubmit={rename} onCancel={close}>
            <TextField label={t.name} name="name" value={node.plainName} required />
          </Form>
        </Dialog>
      )}
    </>
  )
}
