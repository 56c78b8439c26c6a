import type { InferOutput } from 'valibot'
import type { Feature, Permission } from '../auth/permissions.ts'
import type { EntityAccess, Principal } from '../auth/principal.ts'
import type { Clock } from '../clock.ts'
import type { ErrorCode } from '../errors/error-codes.ts'
import type { Refusal } from '../errors/refusal.ts'
import type { Ids } from '../ids.ts'
import type { Entity } from '../store/entities.ts'
import type { Table } from '../store/table.ts'
import type { Work } from '../store/work.ts'
import type { Body, BodyOutput, FileOutput, Schema } from './body.ts'
import type { BinaryBody, Reply } from './reply.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Answered to anybody, without a token. */
export interface PublicAccess {
  readonly to: 'anyone'
}

/** Any principal; the operation is about the principal itself. */
export interface PrincipalAccess {
  readonly to: 'principal'
  /** When set, the principal must hold one of these somewhere. */
  readonly anyOf?: readonly Permission[]
}

/** One entity, named by `entityId` in the body or the query. */
export interface EntityTarget {
  readonly to: 'entity'
  readonly named: 'body' | 'query'
  readonly permission: Permission
  /** Null for operations that answer whatever the feature's state is, such as options. */
  readonly feature: Feature | null
}

/** Every entity where the principal holds the permission, or the one that `entityId` in the query names. */
export interface EntitiesTarget {
  readonly to: 'entities'
  readonly permission: Permission
  readonly feature: Feature | null
}

/** What the path names. Whoever cannot read it does not learn that it exists. */
export interface ResourceTarget<R extends ResourceKind = ResourceKind> {
  readonly to: 'resource'
  readonly resource: R
  readonly permission: Permission
  readonly feature: Feature | null
  /** Simulation operations exist in test organizations only. */
  readonly testOnly?: true
}

export type Access = PublicAccess | PrincipalAccess | EntityTarget | EntitiesTarget | ResourceTarget

/** A kind of thing that belongs to an entity and that paths name by its id. */
export interface ResourceKind<T extends Owned = Owned> {
  readonly name: string
  readonly parameter: string
  readonly notFound: ErrorCode
  readonly visibleWith: Permission
  /** The partition that holds it. */
  readonly partition: (id: string) => ReadRequest
  /** From the items of that partition; null when it is not there. */
  readonly decode: (items: readonly Record<string, unknown>[]) => T | null
}

export interface Owned {
  readonly orgId: string
  readonly entityId: string
  readonly version: number
}

/** A read of the parallel round: the items of a partition whose sort key starts alike. */
export interface ReadRequest {
  readonly partition: string
  readonly startingWith: string
}

type Granted<A> =
  A extends ResourceTarget<infer R>
    ? { readonly access: EntityAccess; readonly resource: NonNullable<ReturnType<R['decode']>> }
    : A extends EntityTarget
      ? { readonly access: EntityAccess; readonly entity: Entity }
      : A extends EntitiesTarget
        ? { readonly accesses: readonly EntityAccess[] }
        : unknown

/** Who sent the request and from where: for audit entries and evidence. */
export interface Origin {
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string | null
}

export interface Situation {
  readonly principal: Principal
  readonly table: Table
  readonly origin: Origin
  readonly clock: Clock
  readonly ids: Ids
  /** Where the handler collects its writes; the pipeline commits them, then answers. */
  readonly work: Work
  /** The public address that the request was sent to, without a trailing slash. */
  readonly baseUrl: string
  /** What `If-None-Match` or another header said, lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
}

type Params<S> = S extends Schema ? InferOutput<S> : undefined

type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name | keyof PathParameters<Rest>]: string }
  : unknown

type ResponseBodies = Readonly<Record<number, Schema | 'binary' | null>>

type ReplyOf<Responses extends ResponseBodies> = {
  [Status in keyof Responses & number]: Responses[Status] extends Schema
    ? Reply<Status, InferOutput<Responses[Status]>>
    : Responses[Status] extends 'binary'
      ? Reply<Status, BinaryBody>
      : Reply<Status, null>
}[keyof Responses & number]

/** What is to be known of an operation: everything else about it is derived from this. */
export interface Declaration<
  Path extends string,
  A extends Access,
  Query extends Schema | undefined,
  B extends Body | undefined,
  Responses extends ResponseBodies,
  Code extends ErrorCode,
> {
  /** Unique, in camelCase: OpenAPI's operationId. */
  readonly id: string
  readonly method: Method
  readonly path: Path
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly access: A
  readonly query?: Query
  readonly body?: B
  readonly responses: Responses
  /** The codes that the handler itself refuses with; those of the pipeline follow from the rest of the declaration. */
  readonly errors: readonly Code[]
  /** Streamed to the client, so that answers over 6 MB pass. */
  readonly streams?: true
  readonly handle: (
    context: Situation &
      Granted<A> & {
        readonly path: PathParameters<Path>
        readonly query: Params<Query>
        readonly body: BodyOutput<B>
        readonly file: FileOutput<B>
      },
  ) => Promise<ReplyOf<Responses> | Refusal<NoInfer<Code>>>
}

/** A declared operation, as the pipeline and the generators see it. */
export interface Operation {
  readonly id: string
  readonly method: Method
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly access: Access
  readonly query?: Schema
  readonly body?: Body
  readonly responses: ResponseBodies
  readonly errors: readonly ErrorCode[]
  readonly streams?: true
  /** The erased form: the pipeline gives exactly what the declaration asked for. */
  readonly handle: (context: never) => Promise<Reply | Refusal>
}

export function operation<
  const Path extends string,
  const A extends Access,
  const Responses extends ResponseBodies,
  const Code extends ErrorCode = never,
  Query extends Schema | undefined = undefined,
  B extends Body | undefined = undefined,
>(declaration: Declaration<Path, A, Query, B, Responses, Code>): Declaration<Path, A, Query, B, Responses, Code> {
  return declaration
}
