/** The parts of an OpenAPI 3.1 document that we write and render; field names and meanings are the standard's. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly jsonSchemaDialect?: string
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary: string
    readonly description: string
    readonly contact: { readonly name: string; readonly url: string }
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  /** What we send to others, by the types of events. */
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: Components
}

export interface Components {
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  readonly parameters: Readonly<Record<string, ParameterObject>>
  readonly headers: Readonly<Record<string, HeaderObject>>
  readonly responses: Readonly<Record<string, ResponseObject>>
  readonly schemas: Readonly<Record<string, SchemaObject>>
}

export interface SecurityScheme {
  readonly type: string
  readonly description?: string
  readonly scheme?: string
  readonly bearerFormat?: string
  readonly flows?: {
    readonly clientCredentials?: { readonly tokenUrl: string; readonly scopes: Readonly<Record<string, string>> }
    readonly authorizationCode?: {
      /** Where applications send people; it leads to the authorization endpoint. */
      readonly 'x-consent-url': string
      readonly authorizationUrl: string
      readonly tokenUrl: string
      readonly refreshUrl: string
      readonly scopes: Readonly<Record<string, string>>
    }
  }
}

export interface Reference {
  readonly $ref: string
}

export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (ParameterObject | Reference)[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, MediaType>> }
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
  readonly 'x-principals'?: readonly string[]
  readonly 'x-permission'?: string | readonly string[]
  readonly 'x-feature'?: string
  readonly 'x-test-only'?: true
}

export interface ParameterObject {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly style?: 'form'
  readonly explode?: boolean
  readonly schema: SchemaObject
}

export interface HeaderObject {
  readonly description: string
  readonly schema: SchemaObject
}

export interface ResponseObject {
  readonly description: string
  /** The codes that `error.code` can have here so far. */
  readonly 'x-error-codes'?: readonly string[]
  readonly headers?: Readonly<Record<string, Reference>>
  readonly content?: Readonly<Record<string, MediaType>>
}

export interface MediaType {
  readonly schema: SchemaObject
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>
}

/** JSON Schema 2020-12, as far as our schemas use it. */
export interface SchemaObject {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly items?: SchemaObject | boolean
  readonly prefixItems?: readonly SchemaObject[]
  readonly properties?: Readonly<Record<string, SchemaObject>>
  readonly required?: readonly string[]
  readonly additionalProperties?: SchemaObject | boolean
  readonly propertyNames?: SchemaObject
  readonly anyOf?: readonly SchemaObject[]
  readonly oneOf?: readonly SchemaObject[]
  readonly allOf?: readonly SchemaObject[]
  readonly not?: SchemaObject
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> }
  /** The values so far of a text that may get others. */
  readonly 'x-extensible-enum'?: readonly unknown[]
  /** Set by `v.metadata({ growing: true })` on a list of values that may get others; never written. */
  readonly growing?: true
  readonly contentMediaType?: string
  readonly contentEncoding?: string
}

export function isReference(value: object): value is Reference {
  return '$ref' in value
}

/** The name at the end of a reference to a component. */
export function componentName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}
