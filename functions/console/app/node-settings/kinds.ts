import type { ComponentChildren } from 'preact'
import { textsOf } from '../language.ts'

/** A setting of a node: what the node chose itself, and what it inherits. */
export interface Setting<Value> {
  /** As the API calls it, so that refusals lead to its control. */
  readonly name: string
  readonly label: string
  readonly hint: string | undefined
  /** Null: the node inherits. */
  readonly own: Value | null
  /** Null: nothing is inherited. Undefined: the inherited value is not known, because an own value replaces it or the reader may not see it. */
  readonly inherited: Value | null | undefined
  /** What is inherited, and from where, such as “30 (as Agence Martin)”. */
  readonly inherits: string
}

/** How values of a kind are shown, entered and read. */
export interface Kind<Value> {
  readonly tell: (value: Value) => string
  readonly render: (setting: Setting<Value>) => ComponentChildren
  /** Null: the node is to inherit. */
  readonly read: (data: FormData, name: string) => Value | null
}

export interface Field<Value> {
  readonly label: string
  readonly hint?: string
  /** What it means where nobody chose anything. */
  readonly none?: string
  readonly kind: Kind<Value>
}

/** A field for each setting of a section of the API. One that is missing, or of another kind, does not compile. */
export type Fields<Section> = { readonly [Name in keyof Section]-?: Field<NonNullable<Section[Name]>> }

const texts = textsOf({
  en: {
    default: 'Default',
    as: (node: string) => `As ${node}`,
    valueByDefault: (value: string) => `${value} (default)`,
    valueAs: (value: string, node: string) => `${value} (as ${node})`,
    nothing: 'none',
  },
  fr: {
    default: 'Par défaut',
    as: (node: string) => `Comme ${node}`,
    valueByDefault: (value: string) => `${value} (par défaut)`,
    valueAs: (value: string, node: string) => `${value} (comme ${node})`,
    nothing: 'aucun',
  },
})

/** What a section has at a node. */
export interface SectionValues {
  readonly own: Readonly<Record<string, unknown>>
  readonly inForce: Readonly<Record<string, unknown>>
  /** What is inherited: from the organization of an entity, or by default. Null: not known. */
  readonly above: Readonly<Record<string, unknown>> | null
}

/** A setting among the values of its section. `organization`: from which an entity inherits; null for the organization itself. */
export function settingOf(
  name: string,
  { label, hint, none, kind }: Field<unknown>,
  { own, inForce, above }: SectionValues,
  organization: string | null,
): Setting<unknown> {
  const t = texts()
  const chosen = own[name] ?? null
  const inherited = chosen === null ? inForce[name] : above?.[name]
  const told = inherited === undefined ? null : inherited === null ? (none ?? t.nothing) : kind.tell(inherited)
  return { name, label, hint, own: chosen, inherited, inherits: inherits(told, organization) }
}

function inherits(value: string | null, organization: string | null): string {
  const t = texts()
  if (value === null) return organization === null ? t.default : t.as(organization)
  return organization === null ? t.valueByDefault(value) : t.valueAs(value, organization)
}
