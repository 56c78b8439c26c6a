import type { LinkAccess } from '../../../shared/http/authorization/access.ts'
import type { MultipartForm } from '../../../shared/http/multipart.ts'

/** Anybody who opens the page. */
export interface Visitor {
  readonly visitor: {
    readonly ip: string
    /** What the form of the page sent; null for any other request. */
    readonly form: MultipartForm | null
    /** The form was larger than the gateway lets through whole. */
    readonly isTooLarge: boolean
  }
}

export interface VisitorAccess extends LinkAccess<Visitor> {
  readonly notFound: null
}

/** Nobody signs in, and no link is needed. */
export const anyVisitor: VisitorAccess = { to: 'link', notFound: null }
