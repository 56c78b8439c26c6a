import type { InferOutput } from 'valibot'
import type { NodeAccess, OrganizationAccess } from '../auth/node-access.ts'
import type { EntityAccess, Principal } from '../auth/principal.ts'
import type { ErrorCode } from '../errors/error-codes.ts'
import type { Refusal } from '../errors/refusal.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { BatchLoader } from '../store/batch-loader.ts'
import type { Entity } from '../store/entities.ts'
import type { Item, Table } from '../store/table.ts'
import type { UnitOfWork } from '../store/unit-of-work.ts'
import type {
  Access,
  EntitiesTarget,
  EntityTarget,
  LinkAccess,
  NodeTarget,
  OrganizationResourceTarget,
  OrganizationTarget,
  PeopleOnlyResourceTarget,
  PeopleOnlyTarget,
  PublicAccess,
  ResourceTarget,
} from './authorization/access.ts'
import type { Body, BodyOutput, FileOutput, Schema } from './body.ts'
import type { BinaryBody, Reply } from './reply.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Granted<A> =
  A extends ResourceTarget<infer R>
    ? { readonly access: EntityAccess; readonly resource: NonNullable<ReturnType<R['decode']>> }
    : A extends EntityTarget
      ? { readonly access: EntityAccess; readonly entity: Entity }
      : A extends NodeTarget<infer R>
        ? { readonly access: NodeAccess; readonly resource: NonNullable<ReturnType<R['decode']>> }
        : A extends PeopleOnlyResourceTarget<infer R>
          ? { readonly access: OrganizationAccess; readonly resource: NonNullable<ReturnType<R['decode']>> }
          : A extends OrganizationResourceTarget<infer R>
            ? { readonly access: OrganizationAccess; readonly resource: NonNullable<ReturnType<R['decode']>> }
            : A extends OrganizationTarget | PeopleOnlyTarget
              ? { readonly access: OrganizationAccess }
              : A extends EntitiesTarget
                ? { readonly accesses: readonly EntityAccess[] }
                : A extends LinkAccess<infer G>
                  ? G
                  : unknown

/** Who sent the request and from where: for audit entries and evidence. */
export interface Origin {
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string | null
}

/** What is known of a request whoever sent it. */
export interface PublicSituation {
  /** The public address that the request was sent to, without a trailing slash. */
  readonly baseUrl: string
  /** What `If-None-Match` or another header said, lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
}

export interface Situation extends PublicSituation {
  readonly table: Table
  readonly origin: Origin
  readonly clock: Clock
  readonly ids: Ids
  /** Where the handler collects its writes; the pipeline commits them, then answers. */
  readonly work: UnitOfWork
}

/** A principal there is only where a token was asked for. */
type SituationFor<A> = A extends PublicAccess
  ? PublicSituation
  : A extends LinkAccess
    ? Situation
    : Situation & {
        readonly principal: Principal
        /** Aborted when the time for an answer is over: what commits in parts commits no further one. */
        readonly signal: AbortSignal
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
  Preloaded,
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
  /**
   * What it does is too much for one commit: each part is committed by itself, and can be asked for again without being done
   * twice. Under an Idempotency-Key whose request was interrupted some of the parts may be done. An upload it claims
   * before the first part, and uses up itself.
   */
  readonly commitsInParts?: true
  /** Of a POST: what it does to the resource that its path names is a change of it, which `If-Match` guards. */
  readonly changesItsResource?: true
  /** The answer tells a secret: under an Idempotency-Key it is recorded sealed. Its function needs ANSWER_KEY. */
  readonly tellsSecret?: true
  /**
   * Loads modules that the handler needs and that are too heavy for the start of its function. Called at the start of
   * the parallel round, so that it takes no time of its own.
   */
  readonly loadModules?: () => Promise<unknown>
  /**
   * Reads ahead what follows from the path, the query and the body, in the same parallel round as the principal and the
   * resource. It runs for valid input only, and again when the decision is taken anew. The caller is not authorized yet:
   * the handler gets the result as `preloaded` and may use only what belongs to what the caller was granted.
   */
  readonly preload?: (request: {
    readonly table: Table
    /** Reads items by key, in one call with all others of this moment. */
    readonly readItems: BatchLoader
    readonly path: PathParameters<Path>
    readonly query: Params<Query>
    readonly body: BodyOutput<B>
    readonly principalId: string
    /** The items of the principal's account, which the same round reads. */
    readonly account: Promise<readonly Item[]>
    readonly nowMs: number
  }) => Promise<Preloaded>
  readonly handle: (
    context: SituationFor<A> &
      Granted<A> & {
        readonly preloaded: Preloaded
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
  readonly tellsSecret?: true
  readonly commitsInParts?: true
  readonly changesItsResource?: true
  readonly loadModules?: () => Promise<unknown>
  readonly preload?: (request: never) => Promise<unknown>
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
  Preloaded = null,
>(
  declaration: Declaration<Path, A, Query, B, Responses, Code, Preloaded>,
): Declaration<Path, A, Query, B, Responses, Code, Preloaded> {
  return declaration
}
