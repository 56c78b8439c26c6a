import { type Identity, identify, type LocalAddresses, localAccount, localRegion } from './template-resources.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** A synthesized CloudFormation template, as far as a machine can use it. */
export type Template = {
  Resources: Record<string, { Type: string; Properties?: JsonObject; Metadata?: JsonObject; Condition?: string }>
  Parameters?: Record<string, { Type?: string; Default?: Json }>
  Conditions?: Record<string, Json>
  Mappings?: Record<string, Json>
  Outputs?: Record<string, { Value: Json; Condition?: string }>
}

export type Resource = {
  logicalId: string
  type: string
  name: string
  arn: string
  reference: string
  properties: JsonObject
  metadata: JsonObject
}
export type ResolvedTemplate = { resources: Resource[]; outputs: Record<string, Json> }

export type ResolveOptions = { addresses: LocalAddresses; parameters?: Record<string, Json>; stackName?: string }

type Scope = { template: Template; options: ResolveOptions; stackName: string; identities: Map<string, Identity> }
/** `undefined` is CloudFormation's `AWS::NoValue`: the property or the element is left out. */
type Resolved = Json | undefined
type Intrinsic = (argument: Json, scope: Scope) => Resolved

/**
 * The template with its functions, conditions and parameters carried out for one machine. `{{resolve:…}}` references
 * stay as they are, since their values are known only once the engines run (see dynamic-references.ts).
 */
export function resolveTemplate(template: Template, options: ResolveOptions): ResolvedTemplate {
  const scope: Scope = { template, options, stackName: options.stackName ?? 'local', identities: new Map() }
  const present = Object.entries(template.Resources).filter(([, { Condition }]) => holds(Condition, scope))
  const resources = present.map(([logicalId, { Type, Properties, Metadata }]) => ({
    logicalId,
    type: Type,
    ...identityOf(logicalId, scope),
    properties: asObject(resolve(Properties ?? {}, scope)),
    metadata: Metadata ?? {},
  }))
  const outputs = Object.entries(template.Outputs ?? {})
    .filter(([, { Condition }]) => holds(Condition, scope))
    .flatMap(([name, { Value }]): [string, Json][] => {
      const value = resolve(Value, scope)
      return value === undefined ? [] : [[name, value]]
    })
  const localUrls = apiUrls(resources, options.addresses)
  const localize = (value: Json) => mapStrings(value, (text) => withLocalUrls(text, localUrls))
  return {
    resources: resources.map((resource) => ({ ...resource, properties: asObject(localize(resource.properties)) })),
    outputs: asObject(localize(Object.fromEntries(outputs))),
  }
}

/** The path under which an API is served here: `/auth` for the one whose name ends with `-auth`, the root for any other. */
export function mountPath(api: Pick<Resource, 'logicalId' | 'properties'>): '' | '/auth' {
  return /-auth$|^auth/i.test(apiName(api)) ? '/auth' : ''
}

function apiName({ logicalId, properties }: Pick<Resource, 'logicalId' | 'properties'>): string {
  return typeof properties.Name === 'string' ? properties.Name : logicalId
}

/** Every string of a value, replaced; keys are left alone. */
export function mapStrings(value: Json, replace: (text: string) => string): Json {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map((element) => mapStrings(element, replace))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapStrings(inner, replace)]))
}

function apiUrls(resources: readonly Resource[], addresses: LocalAddresses): Map<string, string> {
  const apis = resources.filter(({ type }) => type === 'AWS::ApiGateway::RestApi')
  return new Map(apis.map((api) => [api.reference, addresses.gateway + mountPath(api)]))
}

function withLocalUrls(text: string, urls: Map<string, string>): string {
  return text.replace(
    /https:\/\/([a-z0-9]+)\.execute-api\.[a-z0-9-]+\.amazonaws\.com\/[\w-]+/g,
    (url, id: string) => urls.get(id) ?? url,
  )
}

function resolve(value: Json, scope: Scope): Resolved {
  if (Array.isArray(value))
    return value.map((element) => resolve(element, scope)).filter((element) => element !== undefined)
  if (value === null || typeof value !== 'object') return value
  const [only, ...others] = Object.entries(value)
  if (only && others.length === 0) {
    const [key, argument] = only
    const intrinsic = Object.hasOwn(intrinsics, key) ? intrinsics[key] : undefined
    if (intrinsic) return intrinsic(argument, scope)
    if (key.startsWith('Fn::')) throw new Error(`The template uses ${key}, which the local cloud does not know`)
  }
  const properties: JsonObject = {}
  for (const [key, inner] of Object.entries(value)) {
    const resolved = resolve(inner, scope)
    if (resolved !== undefined) properties[key] = resolved
  }
  return properties
}

const intrinsics: Record<string, Intrinsic> = {
  Ref: (argument, scope) => reference(asString(argument), scope),
  'Fn::GetAtt': (argument, scope) => {
    const [logicalId = '', ...path] =
      typeof argument === 'string' ? argument.split('.') : asArray(argument).map(asString)
    return attribute(logicalId, path.join('.'), scope)
  },
  'Fn::Sub': substitute,
  'Fn::Join': (argument, scope) => {
    const [separator, parts] = asArray(argument)
    return asArray(resolve(parts ?? [], scope))
      .map(asText)
      .join(asString(separator))
  },
  'Fn::Select': (argument, scope) => {
    const [index, list] = asArray(resolve(argument, scope))
    return asArray(list)[Number(index)]
  },
  'Fn::Split': (argument, scope) => {
    const [separator, text] = asArray(resolve(argument, scope))
    return asString(text).split(asString(separator))
  },
  'Fn::If': (argument, scope) => {
    const [condition, whenTrue, whenFalse] = asArray(argument)
    const chosen = holds(asString(condition), scope) ? whenTrue : whenFalse
    return chosen === undefined ? undefined : resolve(chosen, scope)
  },
  'Fn::FindInMap': (argument, scope) => {
    const [map = '', first = '', second = ''] = asArray(resolve(argument, scope)).map(asString)
    return asObject(asObject(scope.template.Mappings?.[map])[first])[second]
  },
  'Fn::Base64': (argument, scope) => Buffer.from(asString(resolve(argument, scope))).toString('base64'),
  'Fn::GetAZs': () => ['a', 'b', 'c'].map((zone) => localRegion + zone),
  'Fn::Equals': (argument, scope) => {
    const [left, right] = asArray(resolve(argument, scope))
    return JSON.stringify(left) === JSON.stringify(right)
  },
  'Fn::And': (argument, scope) => asArray(argument).every((inner) => resolve(inner, scope) === true),
  'Fn::Or': (argument, scope) => asArray(argument).some((inner) => resolve(inner, scope) === true),
  'Fn::Not': (argument, scope) => resolve(asArray(argument)[0] ?? null, scope) !== true,
  Condition: (argument, scope) =>
    typeof argument === 'string' ? holds(argument, scope) : { Condition: resolve(argument, scope) ?? null },
}

function substitute(argument: Json, scope: Scope): Json {
  const [pattern, variables] = typeof argument === 'string' ? [argument, {}] : asArray(argument)
  const values = asObject(resolve(variables ?? {}, scope))
  return asString(pattern).replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
    if (literal) return `\${${name}}`
    if (Object.hasOwn(values, name)) return asText(values[name])
    const dot = name.indexOf('.')
    return asText(dot < 0 ? reference(name, scope) : attribute(name.slice(0, dot), name.slice(dot + 1), scope))
  })
}

function reference(name: string, scope: Scope): Resolved {
  if (name === 'AWS::NoValue') return undefined
  const pseudo = pseudoParameters(scope)
  if (Object.hasOwn(pseudo, name)) return pseudo[name]
  if (Object.hasOwn(scope.template.Resources, name)) return identityOf(name, scope).reference
  const parameter = scope.options.parameters?.[name] ?? scope.template.Parameters?.[name]?.Default
  if (parameter === undefined) throw new Error(`The template refers to ${name}, which it does not have`)
  return parameter
}

function pseudoParameters({ stackName }: Scope): Record<string, Json> {
  return {
    'AWS::AccountId': localAccount,
    'AWS::Region': localRegion,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stackName,
    'AWS::StackId': `arn:aws:cloudformation:${localRegion}:${localAccount}:stack/${stackName}/local`,
    'AWS::NotificationARNs': [],
  }
}

function attribute(logicalId: string, name: string, scope: Scope): Json {
  return identityOf(logicalId, scope).attributes[name] ?? `${logicalId}.${name}`
}

function identityOf(logicalId: string, scope: Scope): Identity {
  const known = scope.identities.get(logicalId)
  if (known) return known
  const resource = scope.template.Resources[logicalId]
  if (!resource) throw new Error(`The template refers to ${logicalId}, which it does not have`)
  const property = (name: string) => {
    const value = resolve(resource.Properties?.[name] ?? null, scope)
    return typeof value === 'string' ? value : undefined
  }
  const identity = identify({ logicalId, type: resource.Type }, property, scope.options.addresses)
  scope.identities.set(logicalId, identity)
  return identity
}

function holds(condition: string | undefined, scope: Scope): boolean {
  if (condition === undefined) return true
  const expression = scope.template.Conditions?.[condition]
  if (expression === undefined) throw new Error(`The template has no condition ${condition}`)
  return resolve(expression, scope) === true
}

/** A value that a template must have as an object; anything else is empty. */
export function asObject(value: Json | undefined): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
}

export function asArray(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

export function asString(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** A number, also when the template writes it as a string, as CloudFormation allows. */
export function asNumber(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function asText(value: Resolved): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')
}
