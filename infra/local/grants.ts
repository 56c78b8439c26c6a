import type { Permission } from './aws-calls.ts'
import { functionName } from './function-host.ts'
import { asArray, asObject, asString, type Json, type JsonObject, type Resource } from './template.ts'

/** One action on one resource that a statement of a function's role allows or denies; either may hold `*` and `?`. */
export type IamGrant = Permission & {
  functionName: string
  effect: 'Allow' | 'Deny'
  /** The AWS service for whose calls in the function's name alone it holds (`kms:ViaService`); null: for its own. */
  through: string | null
  /** Patterns of partition keys for which alone it holds (`dynamodb:LeadingKeys`); null: for all. */
  leadingKeys: readonly string[] | null
  /** Senders of e-mail for whom alone it holds (`ses:FromAddress`), in lower case; null: for all. */
  fromAddresses: readonly string[] | null
}

export type FunctionCall = Permission & { functionName: string }

export type Grants = {
  readonly allowed: readonly IamGrant[]
  isGranted(call: FunctionCall): boolean
  /** What functions may do and none of these calls needed, without what AWS itself uses. */
  unusedGrants(calls: readonly FunctionCall[]): IamGrant[]
  /** What AWS does in the name of functions, which no call of theirs shows. */
  grantsUsedByAws(): IamGrant[]
}

/** What the roles that a resolved template gives its functions allow. Throws for what it could only judge by halves. */
export function readGrants(resources: readonly Resource[]): Grants {
  const functions = resources.filter(({ type }) => type === 'AWS::Lambda::Function')
  const grants = distinct(functions.flatMap(({ name, properties }) => grantsOfRole(name, properties.Role, resources)))
  const isAws = usedByAws(resources)
  const reaches = (
    grant: IamGrant,
    { functionName, action, resource, leadingKey = '', fromAddress = '' }: FunctionCall,
  ) =>
    grant.functionName === functionName &&
    grant.through === null &&
    matchesAction(grant.action, action) &&
    matchesArn(grant.resource, resource) &&
    (grant.leadingKeys?.some((pattern) => matches(pattern, leadingKey)) ?? true) &&
    (grant.fromAddresses?.includes(fromAddress.toLowerCase()) ?? true)
  const allowed = grants.filter(({ effect }) => effect === 'Allow')
  const denied = grants.filter(({ effect }) => effect === 'Deny')
  return {
    allowed,
    isGranted: (call) => allowed.some((grant) => reaches(grant, call)) && !denied.some((grant) => reaches(grant, call)),
    unusedGrants: (calls) => allowed.filter((grant) => !isAws(grant) && !calls.some((call) => reaches(grant, call))),
    grantsUsedByAws: () => allowed.filter(isAws),
  }
}

/** What Lambda does with a queue or a stream before it calls the function, and with what the function could not do. */
const pollingActions = new Set([
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
  'sqs:ChangeMessageVisibility',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
  'sqs:GetQueueUrl',
  'sqs:ReceiveMessage',
])

/**
 * The one place that says which grants are AWS's own: logs and traces, which the runtime writes; keys that work only by way
 * of the service that keeps the data; reading what an event source mapping of the function names, and sending to
 * the queue that it names for failures.
 */
function usedByAws(resources: readonly Resource[]): (grant: IamGrant) => boolean {
  const mappings = resources
    .filter(({ type }) => type === 'AWS::Lambda::EventSourceMapping')
    .map(({ properties: { FunctionName, EventSourceArn, DestinationConfig } }) => ({
      functionName: functionName(asString(FunctionName)),
      source: asString(EventSourceArn),
      failures: asString(asObject(asObject(DestinationConfig).OnFailure).Destination),
    }))
  return (grant) => {
    if (/^(logs|xray):/.test(grant.action) || grant.through !== null) return true
    const own = mappings.filter((mapping) => mapping.functionName === grant.functionName)
    if (pollingActions.has(grant.action)) return own.some(({ source }) => matchesArn(grant.resource, source))
    return grant.action === 'sqs:SendMessage' && own.some(({ failures }) => failures === grant.resource)
  }
}

/** What the role of a function, or of something else with a name, says. */
export function grantsOfRole(name: string, roleArn: Json | undefined, resources: readonly Resource[]): IamGrant[] {
  const role = resources.find(({ type, arn }) => type === 'AWS::IAM::Role' && arn === roleArn)
  if (!role) throw new Error(`The template has no role ${asString(roleArn)} of ${name}`)
  if (role.properties.PermissionsBoundary !== undefined) throw new Error(`${role.name} has a permissions boundary`)
  const inline = asArray(role.properties.Policies).map((policy) => asObject(policy).PolicyDocument)
  const documents = [...inline, ...attachedPolicies(role, resources).map(({ properties }) => properties.PolicyDocument)]
  return documents
    .flatMap((document) => oneOrMore(asObject(document).Statement))
    .flatMap((statement) => readStatement(name, asObject(statement)))
}

function attachedPolicies(role: Resource, resources: readonly Resource[]): Resource[] {
  const named = asArray(role.properties.ManagedPolicyArns)
  const isOwn = ({ type }: Resource) => type === 'AWS::IAM::Policy' || type === 'AWS::IAM::ManagedPolicy'
  const attached = resources
    .filter(isOwn)
    .filter(({ reference, properties }) => asArray(properties.Roles).includes(role.name) || named.includes(reference))
  const foreign = named.find((arn) => !attached.some(({ reference }) => reference === arn))
  if (foreign !== undefined)
    throw new Error(`${role.name} has ${asString(foreign)}, whose text the template does not have`)
  return attached
}

const statementParts = ['Sid', 'Effect', 'Action', 'Resource', 'Condition']

function readStatement(functionName: string, statement: JsonObject): IamGrant[] {
  const other = Object.keys(statement).find((part) => !statementParts.includes(part))
  if (other !== undefined) throw new Error(`A statement for ${functionName} has a ${other}, which is not understood`)
  const effect = statement.Effect
  if (effect !== 'Allow' && effect !== 'Deny') throw new Error(`A statement for ${functionName} has no effect`)
  const conditions = readConditions(functionName, asObject(statement.Condition))
  const [actions, resources] = [oneOrMore(statement.Action), oneOrMore(statement.Resource)]
  return actions.map(asString).flatMap((action) =>
    resources.map(asString).map((resource) => {
      if (resource.includes('${')) throw new Error(`${resource} has a policy variable, which is not understood`)
      return { functionName, effect, action, resource, ...conditions }
    }),
  )
}

const viaService = 'StringEquals kms:ViaService'
const leadingKeys = 'ForAnyValue:StringLike dynamodb:LeadingKeys'
const fromAddress = 'StringEqualsIgnoreCase ses:FromAddress'
/** What a ciphertext is for. Calls are not compared with it: the engine itself opens a ciphertext for its context alone. */
const cipherUse = 'StringEquals kms:EncryptionContext:use'

/** A condition asks for the service that calls a key, and the function's own calls come through none; for partition keys; or for a sender. */
function readConditions(
  functionName: string,
  condition: JsonObject,
): Pick<IamGrant, 'through' | 'leadingKeys' | 'fromAddresses'> {
  const tests = Object.entries(condition).flatMap(([operator, keys]) =>
    Object.entries(asObject(keys)).map(([key, value]) => ({ test: `${operator} ${key}`, value })),
  )
  const unknown = tests.find(({ test }) => ![viaService, leadingKeys, fromAddress, cipherUse].includes(test))
  if (unknown) throw new Error(`A statement for ${functionName} asks for ${unknown.test}, which is not understood`)
  const asked = (name: string) => tests.find(({ test }) => test === name)?.value
  const [service, keys, senders] = [asked(viaService), asked(leadingKeys), asked(fromAddress)]
  return {
    through: service === undefined ? null : asString(service),
    leadingKeys: keys === undefined ? null : oneOrMore(keys).map(asString),
    fromAddresses: senders === undefined ? null : oneOrMore(senders).map((sender) => asString(sender).toLowerCase()),
  }
}

const oneOrMore = (value: Json | undefined): Json[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

function distinct(grants: readonly IamGrant[]): IamGrant[] {
  return [...new Map(grants.map((grant) => [JSON.stringify(grant), grant])).values()]
}

const patterns = new Map<string, RegExp>()

/** `*` stands for any characters, `?` for one. */
function matches(pattern: string, text: string): boolean {
  let expression = patterns.get(pattern)
  if (!expression) {
    expression = new RegExp(`^${RegExp.escape(pattern).replaceAll('\\*', '[^]*').replaceAll('\\?', '[^]')}$`)
    patterns.set(pattern, expression)
  }
  return expression.test(text)
}

/** Actions are told in any case. */
const matchesAction = (pattern: string, action: string) => matches(pattern.toLowerCase(), action.toLowerCase())

/** Part by part: a wildcard does not reach over a colon, but for those in the name of the resource itself. */
export function matchesArn(pattern: string, arn: string): boolean {
  if (pattern === '*') return true
  const [wanted, given] = [arnParts(pattern), arnParts(arn)]
  return wanted.length === given.length && wanted.every((part, index) => matches(part, given[index] ?? ''))
}

function arnParts(arn: string): string[] {
  const parts = arn.split(':')
  return [...parts.slice(0, 5), parts.slice(5).join(':')]
}
