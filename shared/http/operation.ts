import type { InferOutput } from 'valibot'
import type { NodeAccess, OrganizationAccess } from '../auth/node-access.ts'
import type { EntityAccess, Principal } from '../auth/principal.ts'
import type { ErrorCode } from '../errors/error-codes.ts'
import type { Refusal } from '../errors/refusal.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { BatchLoader } from '../store/batch-loader.ts'
import type { Entity } from '../store/entities.ts'
import type { EntitySettings } from '../store/settings.ts'
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

type WithSettings<A> = A extends { readonly needsSettings: true } ? { readonly settings: EntitySettings } : unknown

type Granted<A> =
  A extends ResourceTarget<infer R>
    ? { readonly access: EntityAccess; readonly resource: NonNullable<ReturnType<R['decode']>> } & WithSettings<A>
    : A extends EntityTarget
      ? { readonly access: EntityAccess; readonly entity: Entity } & WithSettings<A>
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

/** The part of a request's situation that needs no caller. */
export interface PublicSituation {
  /** The public address that the request was sent to, without a trailing slash. */
  readonly baseUrl: string
  /** Lower-case names. */
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

/** Only operations that need a token have a principal. */
type SituationFor<A> = A extends PublicAccess
  ? PublicSituation
  : A extends LinkAccess
    ? Situation
    : Situation & {
        readonly principal: Principal
        /** Aborted at the deadline. Operations that commit in parts then commit no further part. */
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

/** Everything about an operation. Routes, documentation and tests are derived from it. */
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
  /** The codes that the handler itself refuses with. The pipeline's codes follow from the rest of the declaration. */
  readonly errors: readonly Code[]
  /** The media type of a binary answer; `application/pdf` where nothing is said. */
  readonly downloads?: string
  /** The answer is streamed, so that it may exceed 6 MB. */
  readonly streams?: true
  /**
   * The operation writes too much for one commit. It commits each part by itself, and repeating a part has no second effect.
   * If its request is interrupted, some parts may be committed. It claims an upload before the first part, and marks it as
   * used itself.
   */
  readonly commitsInParts?: true
  /** A POST that changes the resource of its path, so that `If-Match` guards it. */
  readonly changesItsResource?: true
  /**
   * People must have signed in within the last 15 minutes: always, or for such requests only. A stolen token is then not
   * enough. Machines and applications are not asked.
   */
  readonly recentSignIn?: true | ((request: { readonly body: BodyOutput<B> } & Granted<A>) => boolean)
  /** The answer contains a secret. It is encrypted when an Idempotency-Key records it. The function needs ANSWER_KEY. */
  readonly returnsSecret?: true
  /**
   * Loads modules that the handler needs and that are too heavy for the start of its function. Called at the start of the
   * parallel round, so it takes no extra time.
   */
  readonly loadModules?: () => Promise<unknown>
  /**
   * Reads ahead what follows from the path, the query and the body, in the same parallel round as the principal and the
   * resource. It runs for valid input only, and again when the handler runs again. The caller is not authorized yet: the
   * handler gets the result as `preloaded` and may use only the part that the caller has access to.
   */
  readonly preload?: (request: {
    readonly table: Table
    /** Reads items by key, in one call with all others of this moment. */
    readonly readItems: BatchLoader
    readonly path: PathParameters<Path>
    readonly query: Params<Query>
    readonly body: BodyOutput<B>
    readonly principalId: string
    /** The sign-in that the token comes of (`sid`); null where it tells none. */
    readonly sessionId: string | null
    /** The items of the principal's account, from the same round. */
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
  readonly downloads?: string
  readonly streams?: true
  readonly recentSignIn?: true | ((request: never) => boolean)
  readonly returnsSecret?: true
  readonly commitsInParts?: true
  readonly changesItsResource?: true
  readonly loadModules?: () => Promise<unknown>
  readonly preload?: (request: never) => Promise<unknown>
  /** Without its types. The pipeline passes exactly what the declaration asks for. */
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
