// Written by `npm run console:types` from our own OpenAPI document. Do not edit.

export type AcceptInvitationInput = {
  token?: string | null
  membershipId?: string | null
}

export type AdvanceTestClockInput = {
  advanceTo: string
}

export type AnswerRecipientUpdateInput = {
  accept: boolean
}

export type ApiKey = {
  id: string
  orgId: string
  name: string
  clientId: string
  secretHint: string
  node: Node | null
  role: RoleReference
  ipAllowlist: readonly (string)[]
  expiresAt: string | null
  status: "active" | "expired" | "revoked"
  livemode: boolean
  requestCount: number
  refusedCount: number
  lastUsedAt: string | null
  lastUsedIp: string | null
  createdAt: string
  createdBy: {
    id: string
    email: string | null
    firstName: string | null
    lastName: string | null
  } | null
  revokedAt: string | null
  revokedBy: {
    id: string
    email: string | null
    firstName: string | null
    lastName: string | null
  } | null
  previousSecretExpiresAt: string | null
  version: number
}

export type ApiKeyReference = {
  type: "api_key"
  id: string
  name: string
}

export type Application = {
  id: string
  name: string
  publisher: string | null
  logoUrl: string | null
  status: "active" | "revoked"
}

export type AuditEntry = {
  id: string
  orgId: string
  at: string
  actor: {
    type: string
    id: string | null
    name: string
    onBehalfOf: {
      userId: string
      name: string
    } | null
  }
  action: string
  target: {
    type: string
    id: string
    label: string | null
  }
  nodeId: string | null
  changes: readonly ({
    field: string
    from: unknown
    to: unknown
  })[]
  ip: string | null
  userAgent: string | null
  requestId: string
  livemode: boolean
  hash: string | null
  prevHash: string | null
}

export type CalendarFeed = {
  id: string
  entityId: string | null
  assigneeId: "me" | null
  createdAt: string
  lastUsedAt: string | null
}

export type CancelSignatureRequestInput = {
  reason?: string | null
  notify?: boolean | null
}

export type ChangeGrantInput = {
  role?: string
  scopes?: readonly ("orgs:read" | "orgs:write" | "nodes:read" | "nodes:write" | "members:read" | "members:write" | "settings:read" | "settings:write" | "usage:read" | "audit:read" | "events:read")[]
  delegatedScopes?: readonly ("profile:read" | "structure:read" | "members:read" | "contacts:read" | "contacts:write" | "contacts:manage" | "tasks:use" | "signature:read" | "signature:send" | "registered_mail:read" | "registered_mail:send" | "registered_mail:manage")[]
  version?: number
}

export type ChangeMeInput = {
  firstName?: string
  lastName?: string
  locale?: string
  avatarUrl?: string | null
  welcomeCompleted?: boolean
}

export type ChangeMembershipInput = {
  role?: string
  nodeId?: string
  version?: number
}

export type ChangeNodeInput = {
  name?: string
  parentId?: string
  version?: number
}

export type ChangeProvisionedMembershipInput = {
  role?: string
  nodeId?: string
  version?: number
}

export type ChangeRoleInput = {
  name?: string
  description?: string | null
  permissions?: readonly ("organization.manage" | "test_mode.manage" | "integrations.manage" | "roles.manage" | "settings.manage" | "audit.read" | "nodes.manage" | "members.manage" | "members.read" | "contacts.read" | "contacts.write" | "contacts.manage" | "tasks.use" | "tasks.manage" | "signature.read" | "signature.send" | "registered_mail.read" | "registered_mail.send" | "registered_mail.manage")[]
  version?: number
}

export type ChangeSettingsInput = {
  features?: {
    tasks?: boolean | null
    signature?: boolean | null
    registered_mail?: boolean | null
  }
  signature?: {
    defaultVendor?: "simulated" | "native" | "yousign" | "csc" | null
    allowedVendors?: readonly ("simulated" | "native" | "yousign" | "csc")[] | null
    allowedLevels?: readonly ("ses" | "aes" | "qes")[] | null
    defaultEidasLevel?: "ses" | "aes" | "qes" | null
    allowedAuthMethods?: readonly ("none" | "email_otp" | "sms_otp" | "vendor_identity")[] | null
    sequentialAllowed?: boolean | null
    externalSignersAllowed?: boolean | null
    notariesAllowed?: boolean | null
    defaultExpiryDays?: number | null
    maxExpiryDays?: number | null
    reminders?: {
      enabled: boolean
      firstAfterDays: number
      everyDays: number
      max: number
    } | null
    notifications?: {
      signed: boolean
      declined: boolean
      expired: boolean
      bounced: boolean
    } | null
    archiveAfterDays?: number | null
    purgeAfterDays?: number | null
  }
  registeredMail?: {
    defaultVendor?: string | null
    allowedVendors?: readonly (string)[] | null
    allowedTypes?: readonly ("simple" | "qualified")[] | null
    defaultType?: "simple" | "qualified" | null
    referenceRequired?: boolean | null
    requireRecipientConsent?: boolean | null
    maxAttachments?: number | null
    maxAttachmentsTotalBytes?: number | null
  }
  tasks?: {
    automaticTasks?: {
      registered_mail_failed: {
        enabled: boolean
        assignee: string
      }
      registered_mail_neglected: {
        enabled: boolean
        assignee: string
      }
      signature_declined: {
        enabled: boolean
        assignee: string
      }
      signature_expired: {
        enabled: boolean
        assignee: string
      }
      recipient_update_requested: {
        enabled: boolean
        assignee: string
      }
    } | null
  }
  timezone?: string | null
  smsCountries?: readonly (string)[] | null
  branding?: {
    logoUploadId?: string | null
    accentColor?: string | null
    contactEmail?: string | null
    contactPhone?: string | null
    senderName?: string | null
    legalName?: string | null
    legalAddress?: string | null
    privacyNoticeUrl?: string | null
  }
  version?: number
}

export type ChangedTask = {
  id: string
  orgId: string
  entityId: string
  title: string
  description: string | null
  priority: "low" | "normal" | "high"
  startAt: string
  allDay: boolean
  durationMinutes: number | null
  timezone: string
  recurrence: {
    rule: string
    exceptions: readonly (string)[]
  } | null
  reminders: readonly ({
    id: string
    minutesBefore: number
    channel: "email" | "in_app"
  })[]
  assignee: {
    id: string
    email: string | null
    firstName: string | null
    lastName: string | null
  } | null
  isPrivate: boolean
  clientReference: string | null
  status: "open" | "completed" | "canceled"
  completedAt: string | null
  completedBy: Creator | null
  source: "user" | "integration" | "automatic"
  createdBy: Creator
  createdAt: string
  updatedAt: string
  version: number
  assigneeId: string | null
  contactIds: readonly (string)[]
  nextOccurrenceAt: string | null
  nextStartAt: string | null
  overdue: boolean
  links: readonly ({
    type: "signature_request" | "registered_mail"
    id: string
    title: string | null
    status: string | null
  })[]
  splitInto: string | null
}

export type CompleteTaskInput = {
  occurrenceAt?: string | null
}

export type ConfigureVendorConnectionInput = {
  environment: "live" | "sandbox"
  credentials: Record<string, string>
}

export type ConfiguredVendorConnection = {
  vendor: string
  name: string
  kind: "signature" | "registered_mail"
  status: "not_configured" | "active" | "error"
  environment: "live" | "sandbox" | null
  configuredAt: string | null
  lastCheckAt: string | null
  lastError: string | null
  fields: readonly ({
    name: string
    required: boolean
    secret: boolean
  })[]
  webhookUrl: string | null
}

export type ConsentRequest = {
  application: Application
  scopes: readonly ({
    key: string
    description: string
  })[]
  orgs: readonly ({
    orgId: string
    orgName: string
    canConsentForAll: boolean
    existingGrantId: string | null
  })[]
}

export type ConsentToApplicationInput = {
  clientId: string
  redirectUri: string
  scope: readonly (string)[]
  state?: string | null
  codeChallenge: string
  codeChallengeMethod: "S256"
  orgId: string
  onBehalfOf?: "self" | "organization" | null
}

export type ConsentToApplicationResult = {
  grantId: string
  code: string | null
  redirectUrl: string | null
  expiresAt: string | null
}

export type Contact = {
  id: string
  orgId: string
  entityId: string
  kind: "person" | "company"
  civility: "mr" | "mrs" | "mx" | "dr" | "maitre" | null
  firstName: string | null
  lastName: string | null
  companyName: string | null
  email: string | null
  phone: string | null
  mobilePhone: string | null
  address: {
    line1: string | null
    line2: string | null
    postalCode: string | null
    city: string | null
    country: string
  } | null
  tags: readonly (string)[]
  externalRef: string | null
  isPrivate: boolean
  companyId: string | null
  siren: string | null
  siret: string | null
  createdBy: Creator
  createdAt: string
  updatedAt: string
  version: number
  displayName: string
  company: {
    id: string
    displayName: string
  } | null
}

export type ContactActivity = {
  type: "signature_request" | "task" | "registered_mail"
  id: string
  title: string
  status: string
  role: "signer" | "recipient" | "linked"
  at: string
}

export type ContactImport = {
  dryRun: boolean
  total: number
  created: number
  updated: number
  skipped: number
  errors: readonly ({
    row: number
    code: string
    field: string | null
    message: string
  })[]
  duplicates: readonly ({
    row: number
    contactId: string | null
    reasons: readonly ("email" | "siret" | "name")[]
  })[]
}

export type ContactOptions = {
  entityId: string
  civilities: readonly (string)[]
  tags: readonly (string)[]
  import: {
    maxBytes: number
    maxRows: number
    mappings: readonly ({
      program: string
      language: "en" | "fr"
      mapping: Record<string, string>
    })[]
  }
}

export type CorrectSignerInput = {
  firstName?: string
  lastName?: string
  email?: string
  phone?: string | null
  locale?: string
  authMethod?: "none" | "email_otp" | "sms_otp" | "vendor_identity"
  version?: number
}

export type CreateAgencySessionInput = {
  signerIds: readonly (string)[]
  mentionsOnPage?: boolean | null
}

export type CreateAgencySessionResult = {
  sessions: readonly ({
    signerId: string
    url: string
    expiresAt: string
  })[]
}

export type CreateApiKeyInput = {
  name: string
  nodeId?: string | null
  role: string
  ipAllowlist?: readonly (string)[] | null
  expiresAt?: string | null | null
}

export type CreateApiKeyResult = {
  apiKey: ApiKey
  clientSecret: string
}

export type CreateCalendarFeedInput = {
  entityId?: string | null
  assigneeId?: "me" | null
}

export type CreateCalendarFeedResult = {
  feed: CalendarFeed
  url: string
}

export type CreateContactInput = {
  entityId: string
  kind: "person" | "company"
  civility?: "mr" | "mrs" | "mx" | "dr" | "maitre" | null
  firstName?: string | null
  lastName?: string | null
  companyName?: string | null
  email?: string | null
  phone?: string | null
  mobilePhone?: string | null
  address?: {
    line1?: string | null
    line2?: string | null
    postalCode?: string | null
    city?: string | null
    country?: string | null
  } | null
  tags?: readonly (string)[] | null
  externalRef?: string | null
  isPrivate?: boolean | null
  companyId?: string | null
  siren?: string | null
  siret?: string | null
}

export type CreateNodeInput = {
  parentId: string
  type: "entity" | "group"
  name: string
}

export type CreateRegisteredMailInput = {
  entityId: string
  type?: "simple" | "qualified" | null
  vendor?: string | null
  subject?: string | null
  clientReference?: string | null
  reference?: string | null
  contentHtml?: string | null
  senderAccountId?: string | null
  recipients?: readonly ({
    id?: string | null
    contactId?: string | null
    kind: "individual" | "professional" | "administration" | "association"
    civility?: "mr" | "mrs" | "mx" | "dr" | "maitre" | null
    firstName?: string | null
    lastName?: string | null
    company?: string | null
    email?: string | null
    reference?: string | null
    consent?: {
      obtainedAt: string
      evidence: string
    } | null
    locale?: string | null
  })[] | null
  followers?: readonly ({
    email: string
    firstName?: string | null
    lastName?: string | null
    company?: string | null
  })[] | null
  metadata?: Record<string, string> | null
}

export type CreateRoleInput = {
  name: string
  description?: string | null
  permissions: readonly ("organization.manage" | "test_mode.manage" | "integrations.manage" | "roles.manage" | "settings.manage" | "audit.read" | "nodes.manage" | "members.manage" | "members.read" | "contacts.read" | "contacts.write" | "contacts.manage" | "tasks.use" | "tasks.manage" | "signature.read" | "signature.send" | "registered_mail.read" | "registered_mail.send" | "registered_mail.manage")[]
}

export type CreateSenderAccountInput = {
  entityId: string
  vendor?: string | null
  mode: "create" | "link"
  label?: string | null
  kind?: "individual" | "professional" | "administration" | "association" | null
  civility?: "mr" | "mrs" | "mx" | "dr" | "maitre" | null
  firstName: string
  lastName: string
  company?: string | null
  email: string
  phone?: string | null
  address?: {
    line1?: string | null
    line2?: string | null
    postalCode?: string | null
    city?: string | null
    country?: string | null
  } | null
  siret?: string | null
  vatNumber?: string | null
}

export type CreateSignatureRequestInput = {
  entityId: string
  title: string
  message?: string | null
  clientReference?: string | null
  eidasLevel?: "ses" | "aes" | "qes" | null
  vendor?: string | null
  signingOrder?: "parallel" | "sequential" | null
  activeContent?: "flatten" | "refuse" | null
  expiresInDays?: number | null
  signers?: readonly ({
    id?: string | null
    contactId?: string | null
    firstName?: string | null
    lastName?: string | null
    email?: string | null
    phone?: string | null
    authMethod?: "none" | "email_otp" | "sms_otp" | "vendor_identity" | null
    signingMode?: "remote" | "agency" | null
    order?: number | null
    locale?: string | null
    clientReference?: string | null
    fields?: readonly ({
      id?: string | null
      type: "signature" | "initials" | "date" | "text" | "checkbox" | "handwritten_mention"
      page: number
      x: number
      y: number
      width: number
      height: number
      required?: boolean | null
      label?: string | null
      text?: string | null
      mentionText?: string | null
    })[] | null
  })[] | null
  notaries?: readonly ({
    firstName: string
    lastName: string
    email: string
    phone?: string | null
    office?: string | null
  })[] | null
  followers?: readonly ({
    email: string
    firstName?: string | null
    lastName?: string | null
  })[] | null
  reminders?: {
    enabled?: boolean | null
    firstAfterDays?: number | null
    everyDays?: number | null
    max?: number | null
  } | null
  deliveryMode?: "email" | "none" | null
  allowDecline?: boolean | null
  attachSignedDocument?: boolean | null
  mustSeeAllPages?: boolean | null
  redirectUrls?: {
    signed?: string | null
    declined?: string | null
  } | null
  frameOrigins?: readonly (string)[] | null
  metadata?: Record<string, string> | null
  draft?: boolean | null
}

export type CreateSigningLinkResult = {
  url: string
  expiresAt: string
}

export type CreateTaskInput = {
  entityId: string
  title: string
  startAt: string
  description?: string | null
  priority?: "low" | "normal" | "high" | null
  allDay?: boolean | null
  durationMinutes?: number | null
  timezone?: string | null
  recurrence?: {
    rule: string
    exceptions?: readonly (string)[] | null
  } | null
  reminders?: readonly ({
    id?: string | null
    minutesBefore: number
    channel: "email" | "in_app"
  })[] | null
  assigneeId?: string | null
  contactIds?: readonly (string)[] | null
  links?: readonly ({
    type: "signature_request" | "registered_mail"
    id: string
  })[] | null
  isPrivate?: boolean | null
  clientReference?: string | null
}

export type CreateUploadInput = {
  fileName: string
  contentType: "application/pdf" | "text/csv" | "image/png" | "image/jpeg"
  size: number
  sha256?: string | null
}

export type CreateWebhookInput = {
  url: string
  description?: string | null
  events: readonly (string)[]
  enabled?: boolean | null
}

export type CreateWebhookResult = {
  webhook: Webhook
  secret: string
}

export type Creator = PersonReference | ApiKeyReference

export type Delivery = {
  id: string
  subscriptionId: string
  eventId: string
  eventType: string
  orgId: string
  status: "pending" | "retrying" | "succeeded" | "dead" | "canceled"
  attemptCount: number
  nextAttemptAt: string | null
  createdAt: string
  completedAt: string | null
  lastResponseCode: number | null
}

export type DeliveryAttempt = {
  number: number
  at: string
  durationMs: number
  responseCode: number | null
  responseBody: string | null
  error: string | null
}

export type DeliveryWithAttempts = {
  id: string
  subscriptionId: string
  eventId: string
  eventType: string
  orgId: string
  status: "pending" | "retrying" | "succeeded" | "dead" | "canceled"
  attemptCount: number
  nextAttemptAt: string | null
  createdAt: string
  completedAt: string | null
  lastResponseCode: number | null
  payload: {
    id: string
    type: string
    apiVersion: "1"
    createdAt: string
    providerId: string
    orgId: string
    livemode: boolean
    data: Record<string, unknown>
  } | null
  attempts: readonly (DeliveryAttempt)[]
}

export type DisableTestModeInput = {
  confirmName: string
}

export type DocumentVerification = {
  signatures: readonly (VerifiedSignature)[]
  faults: readonly (string)[]
  knownRequestId: string | null
}

export type DuplicateContact = {
  contact: Contact
  reasons: readonly ("email" | "siret" | "name")[]
}

export type Error = {
  error: {
    code: string
    message: string
    details?: Record<string, unknown>
  }
}

export type Event = {
  id: string
  type: string
  apiVersion: "1"
  createdAt: string
  providerId: string
  orgId: string
  livemode: boolean
  data: Record<string, unknown>
}

export type EventType = {
  type: string
  description: string
  feature: string | null
  example: {
    id: string
    type: string
    apiVersion: "1"
    createdAt: string
    providerId: string
    orgId: string
    livemode: boolean
    data: Record<string, unknown>
  }
  schema: Record<string, unknown>
}

export type ExchangeCodeInput = {
  code: string
  redirectUri: string
  codeVerifier: string
}

export type ExchangeCodeResult = {
  grant: Grant
  user: {
    id: string
    email: string | null
    firstName: string | null
    lastName: string | null
    locale: string
  }
  token: {
    tokenType: "Bearer"
    accessToken: string
    expiresIn: number
    refreshToken: string | null
    scope: string
  } | null
}

export type ExtendSignatureRequestInput = {
  expiresInDays?: number
}

export type FieldWarning = {
  kind: "field_covers_text"
  message: string
  documentId: string
  page: number
  signerId: string
  fieldId: string
}

export type FindDuplicateContactsResult = {
  results: readonly (DuplicateContact)[]
}

export type FindProvisionedUserResult = {
  user: ProvisionedUser
  memberships: readonly (ProvisionedMember)[]
}

export type Grant = {
  id: string
  application: Application
  orgId: string
  kind: "installed" | "provisioned" | "delegated"
  role: RoleReference | null
  scopes: readonly (string)[]
  delegatedScopes: readonly (string)[]
  requestedScopes: readonly (string)[]
  onBehalfOf: "self" | "organization" | null
  userId: string | null
  status: "pending" | "active" | "revoked"
  grantedBy: {
    id: string
    email: string | null
    firstName: string | null
    lastName: string | null
  } | null
  grantedAt: string | null
  revokedBy: {
    id: string
    email: string | null
    firstName: string | null
    lastName: string | null
  } | null
  revokedAt: string | null
  lastUsedAt: string | null
  createdAt: string
  version: number
}

export type ImportContactsInput = {
  entityId: string
  mapping: {
    kind?: string | null
    civility?: string | null
    firstName?: string | null
    lastName?: string | null
    companyName?: string | null
    email?: string | null
    phone?: string | null
    mobilePhone?: string | null
    'address.line1'?: string | null
    'address.line2'?: string | null
    'address.postalCode'?: string | null
    'address.city'?: string | null
    'address.country'?: string | null
    tags?: string | null
    externalRef?: string | null
    siren?: string | null
    siret?: string | null
    isPrivate?: string | null
  }
  onDuplicate?: "skip" | "update" | "create" | null
  tags?: readonly (string)[] | null
  kind?: "person" | "company" | null
  isPrivate?: boolean | null
  dryRun?: boolean | null
}

export type InstallApplicationInput = {
  applicationId: string
  scopes: readonly ("orgs:read" | "orgs:write" | "nodes:read" | "nodes:write" | "members:read" | "members:write" | "settings:read" | "settings:write" | "usage:read" | "audit:read" | "events:read")[]
  role: string
}

export type InviteMemberInput = {
  email: string
  firstName: string
  lastName: string
  nodeId: string
  role: string
  locale?: string | null
  sendInvitation?: boolean | null
  expiresInDays?: number | null
  message?: string | null
}

export type ListApiKeysResult = {
  results: readonly (ApiKey)[]
}

export type ListAuditLogResult = {
  results: readonly (AuditEntry)[]
  nextPageToken?: string
}

export type ListCalendarFeedsResult = {
  results: readonly (CalendarFeed)[]
}

export type ListContactActivityResult = {
  results: readonly (ContactActivity)[]
}

export type ListContactTagsResult = {
  results: readonly ({
    name: string
    count: number
  })[]
}

export type ListContactsResult = {
  results: readonly (Contact)[]
  nextPageToken?: string
}

export type ListDeliveriesResult = {
  results: readonly (Delivery)[]
  nextPageToken?: string
}

export type ListEventsResult = {
  results: readonly (Event)[]
  nextPageToken?: string
  cursor: string
}

export type ListGrantsResult = {
  results: readonly (Grant)[]
}

export type ListMembersResult = {
  results: readonly (Member)[]
  nextPageToken?: string
}

export type ListNodesResult = {
  results: readonly (Node)[]
  nextPageToken?: string
}

export type ListOwnDeliveriesResult = {
  results: readonly (Delivery)[]
  nextPageToken?: string
}

export type ListOwnGrantsResult = {
  results: readonly (Grant)[]
}

export type ListOwnSessionsResult = {
  results: readonly (Session)[]
}

export type ListOwnWebhooksResult = {
  results: readonly (Webhook)[]
}

export type ListProvisionedNodesResult = {
  results: readonly (ProvisionedNode)[]
  nextPageToken?: string
}

export type ListProvisionedOrganizationsResult = {
  results: readonly (ProvisionedOrganization)[]
  nextPageToken?: string
}

export type ListRegisteredMailActivityResult = {
  results: readonly (RegisteredMailActivity)[]
}

export type ListRegisteredMailsResult = {
  results: readonly (ListedRegisteredMail)[]
  nextPageToken?: string
}

export type ListRolesResult = {
  results: readonly (Role)[]
}

export type ListSenderAccountsResult = {
  results: readonly (SenderAccount)[]
}

export type ListSignatureActivityResult = {
  results: readonly ({
    id: string
    at: string
    type: string
    actor: {
      type: "user" | "api_key" | "delegated" | "signer" | "recipient" | "system" | "vendor"
      id: string | null
      name: string
      onBehalfOf?: {
        userId: string
        name: string
      }
    }
    detail: Record<string, unknown> | null
    ip: string | null
  })[]
}

export type ListSignatureFieldsResult = {
  results: readonly (SignatureField)[]
}

export type ListSignatureRequestsResult = {
  results: readonly (ListedSignatureRequest)[]
  nextPageToken?: string
}

export type ListTaskActivityResult = {
  results: readonly (TaskActivity)[]
}

export type ListTaskOccurrencesResult = {
  results: readonly (TaskOccurrence)[]
}

export type ListTasksResult = {
  results: readonly (ListedTask)[]
  nextPageToken?: string
}

export type ListVendorConnectionsResult = {
  results: readonly (VendorConnection)[]
}

export type ListWebhookEventsResult = {
  results: readonly (EventType)[]
}

export type ListWebhooksResult = {
  results: readonly (Webhook)[]
}

export type ListedRegisteredMail = {
  id: string
  orgId: string
  entityId: string
  livemode: boolean
  type: "simple" | "qualified"
  vendor: string | null
  subject: string | null
  clientReference: string | null
  reference: string | null
  contentSha256: string | null
  senderAccountId: string | null
  attachments: readonly (RegisteredMailAttachment)[]
  status: "draft" | "sending" | "in_progress" | "completed" | "partially_failed" | "failed" | "canceled"
  completedAt: string | null
  canceledAt: string | null
  source: "user" | "integration"
  createdBy: Creator
  createdAt: string
  updatedAt: string
  version: number
  senderAccount: RegisteredMailSender | null
  progress: {
    total: number
    draft: number
    sending: number
    sent: number
    deposited: number
    delivered: number
    refused: number
    neglected: number
    bounced: number
    failed: number
  }
  sentAt: string | null
  sentBy: Creator | null
  items: readonly (ListedRegisteredMailItem)[]
}

export type ListedRegisteredMailItem = {
  id: string
  contactId: string | null
  firstName: string | null
  lastName: string | null
  company: string | null
  email: string | null
  reference: string | null
  status: "draft" | "sending" | "sent" | "deposited" | "delivered" | "refused" | "neglected" | "bounced" | "failed"
}

export type ListedSignatureRequest = {
  id: string
  orgId: string
  entityId: string
  livemode: boolean
  title: string
  message: string | null
  clientReference: string | null
  status: "draft" | "pending_signature" | "completed" | "declined" | "expired" | "canceled"
  eidasLevel: "ses" | "aes" | "qes"
  vendor: string
  vendorRequestId: string | null
  signingOrder: "parallel" | "sequential"
  deliveryMode: "email" | "none"
  allowDecline: boolean
  attachSignedDocument: boolean
  mustSeeAllPages: boolean
  activeContent: "flatten" | "refuse"
  expiresInDays: number
  expiresAt: string
  reminders: {
    enabled: boolean
    firstAfterDays: number
    everyDays: number
    max: number
  }
  redirectUrls: {
    signed: string | null
    declined: string | null
  } | null
  frameOrigins: readonly (string)[]
  signers: readonly (ListedSigner)[]
  notaries: readonly ({
    firstName: string | null
    lastName: string | null
    email: string
    phone: string | null
    office: string | null
  })[]
  followers: readonly ({
    firstName: string | null
    lastName: string | null
    email: string
  })[]
  document: SignatureDocument
  decline: {
    signerId: string
    reason: string | null
    at: string
  } | null
  cancel: {
    by: Creator
    reason: string | null
    at: string
  } | null
  source: "user" | "integration"
  createdBy: Creator
  createdAt: string
  sentAt: string | null
  completedAt: string | null
  endedAt: string | null
  updatedAt: string
  version: number
  progress: {
    total: number
    signed: number
    pending: number
  }
  permissions: {
    canCancel: boolean
    canRemind: boolean
    canCorrect: boolean
  }
}

export type ListedSigner = {
  id: string
  contactId: string | null
  firstName: string
  lastName: string
  email: string
  phone: string | null
  authMethod: "none" | "email_otp" | "sms_otp" | "vendor_identity"
  signingMode: "remote" | "agency"
  order: number | null
  locale: string
  external: boolean
  status: "waiting" | "notified" | "opened" | "signed" | "declined" | "aborted" | "error"
  clientReference: string | null
  notifiedAt: string | null
  openedAt: string | null
  signedAt: string | null
  declinedAt: string | null
  declineReason: string | null
  lastRemindedAt: string | null
  reminderCount: number
  emailDelivery: "none" | "sent" | "delivered" | "bounced" | "complained"
  isTurn: boolean
}

export type ListedTask = {
  id: string
  orgId: string
  entityId: string
  title: string
  description: string | null
  priority: "low" | "normal" | "high"
  startAt: string
  allDay: boolean
  durationMinutes: number | null
  timezone: string
  recurrence: {
    rule: string
    exceptions: readonly (string)[]
  } | null
  reminders: readonly ({
    id: string
    minutesBefore: number
    channel: "email" | "in_app"
  })[]
  assignee: {
    id: string
    email: string | null
    firstName: string | null
    lastName: string | null
  } | null
  isPrivate: boolean
  clientReference: string | null
  status: "open" | "completed" | "canceled"
  completedAt: string | null
  completedBy: Creator | null
  source: "user" | "integration" | "automatic"
  createdBy: Creator
  createdAt: string
  updatedAt: string
  version: number
  assigneeId: string | null
  contactIds: readonly (string)[]
  nextOccurrenceAt: string | null
  nextStartAt: string | null
  overdue: boolean
  links: readonly ({
    type: "signature_request" | "registered_mail"
    id: string
  })[]
}

export type Me = {
  principalType: "user" | "api_key" | "partner" | "delegated"
  user: {
    id: string
    email: string | null
    firstName: string | null
    lastName: string | null
    locale: string
    avatarUrl: string | null
    welcomeCompletedAt: string | null
  }
  provider: {
    id: string
    name: string
    slug: string
  }
  orgs: readonly ({
    id: string
    name: string
    permissions: readonly (string)[]
    role: RoleReference | null
    features: readonly (string)[]
    admin: {
      sections: readonly (string)[]
    }
    parentId: string | null
    ancestorIds: readonly (string)[]
    depth: number
    contractMode: "own" | "inherited"
    access: "member" | "inherited"
    environment: "live" | "test"
    twinOrgId: string | null
    logoUrl: string | null
  })[]
  scopes: readonly ({
    orgId: string
    orgName: string
    entityId: string
    entityName: string
    nodeId: string
    twinNodeId: string | null
    permissions: readonly (string)[]
    features: readonly (string)[]
    role: RoleReference
  })[]
  memberships: readonly ({
    id: string
    orgId: string
    orgName: string
    node: Node
    entityName: string | null
    role: RoleReference
  })[]
  invitations: readonly (OwnInvitation)[]
  blockedOrgs: readonly ({
    id: string
    name: string
    reason: string
  })[]
}

export type Member = {
  id: string
  user: {
    id: string
    email: string | null
    firstName: string | null
    lastName: string | null
  }
  node: Node
  role: RoleReference
  locale: string | null
  createdAt: string
  status: "active" | "pending" | "expired"
  invitedAt: string
  invitationExpiresAt: string | null
  invitationResentAt: string | null
  invitedBy: {
    id: string
    email: string | null
    firstName: string | null
    lastName: string | null
  } | null
  version: number
  externalId?: string | null
}

export type MentionDrawing = {
  sha256: string
  capturedAt: string
  capturedBy: Creator
  hasStrokes: boolean
}

export type MergeContactsInput = {
  sourceId: string
  takeFromSource?: readonly ("civility" | "firstName" | "lastName" | "companyName" | "email" | "phone" | "mobilePhone" | "address" | "tags" | "externalRef" | "companyId" | "siren" | "siret")[] | null
}

export type MoveTaskOccurrenceInput = {
  startAt?: string
  title?: string
  assigneeId?: string | null
  version?: number
}

export type Node = {
  id: string
  orgId: string
  type: "organization" | "entity" | "group"
  parentId: string | null
  entityId: string | null
  name: string
  parentOrgId: string | null
  twinNodeId: string | null
  createdAt: string
  version: number
  externalId?: string | null
}

export type OwnInvitation = {
  membershipId: string
  orgName: string
  role: RoleReference
  invitedBy: {
    id: string
    email: string | null
    firstName: string | null
    lastName: string | null
  } | null
}

export type PersonReference = {
  type: "user"
  id: string
  email: string | null
  firstName: string | null
  lastName: string | null
}

export type ProvisionMemberInput = {
  email: string
  firstName?: string | null
  lastName?: string | null
  locale?: string | null
  externalId?: string | null
  sendInvitation?: boolean | null
  nodeId?: string | null
  nodeExternalId?: string | null
  role: string
}

export type ProvisionMemberResult = {
  id: string
  user: {
    id: string
    email: string | null
    firstName: string | null
    lastName: string | null
  }
  node: Node
  role: RoleReference
  locale: string | null
  createdAt: string
  status: "active" | "pending" | "expired"
  invitedAt: string
  invitationExpiresAt: string | null
  invitationResentAt: string | null
  invitedBy: {
    id: string
    email: string | null
    firstName: string | null
    lastName: string | null
  } | null
  version: number
  externalId: string | null
  created: boolean
}

export type ProvisionMembersInput = {
  members: readonly ({
    email: string
    firstName?: string | null
    lastName?: string | null
    locale?: string | null
    externalId?: string | null
    sendInvitation?: boolean | null
    nodeId?: string | null
    nodeExternalId?: string | null
    role: string
  })[]
}

export type ProvisionMembersResult = {
  results: readonly (ProvisionedMemberOutcome)[]
}

export type ProvisionNodeInput = {
  type: "entity" | "group"
  name?: string | null
  externalId?: string | null
  parentId?: string | null
  parentExternalId?: string | null
}

export type ProvisionNodeResult = {
  id: string
  orgId: string
  type: "organization" | "entity" | "group"
  parentId: string | null
  entityId: string | null
  name: string
  parentOrgId: string | null
  twinNodeId: string | null
  createdAt: string
  version: number
  externalId: string | null
  created: boolean
}

export type ProvisionOrganizationInput = {
  name?: string | null
  externalId?: string | null
  firstEntity?: {
    name: string
    externalId?: string | null
  } | null
  owner?: {
    email: string
    firstName: string
    lastName: string
    locale?: string | null
    externalId?: string | null
    sendInvitation?: boolean | null
  } | null
}

export type ProvisionOrganizationResult = {
  org: ProvisionedOrganization
  nodes: readonly (ProvisionedNode)[]
  owner: ProvisionedMember | null
  created: boolean
}

export type ProvisionedMember = {
  id: string
  user: {
    id: string
    email: string | null
    firstName: string | null
    lastName: string | null
  }
  node: Node
  role: RoleReference
  locale: string | null
  createdAt: string
  status: "active" | "pending" | "expired"
  invitedAt: string
  invitationExpiresAt: string | null
  invitationResentAt: string | null
  invitedBy: {
    id: string
    email: string | null
    firstName: string | null
    lastName: string | null
  } | null
  version: number
  externalId: string | null
}

export type ProvisionedMemberOutcome = {
  status: number
  member: {
    id: string
    user: {
      id: string
      email: string | null
      firstName: string | null
      lastName: string | null
    }
    node: Node
    role: RoleReference
    locale: string | null
    createdAt: string
    status: "active" | "pending" | "expired"
    invitedAt: string
    invitationExpiresAt: string | null
    invitationResentAt: string | null
    invitedBy: {
      id: string
      email: string | null
      firstName: string | null
      lastName: string | null
    } | null
    version: number
    externalId: string | null
    created: boolean
  } | null
  error: {
    code: string
    message: string
    details?: Record<string, unknown>
  } | null
}

export type ProvisionedNode = {
  id: string
  orgId: string
  type: "organization" | "entity" | "group"
  parentId: string | null
  entityId: string | null
  name: string
  parentOrgId: string | null
  twinNodeId: string | null
  createdAt: string
  version: number
  externalId: string | null
}

export type ProvisionedOrganization = {
  id: string
  name: string
  externalId: string | null
  environment: "live" | "test"
  parentId: string | null
  createdAt: string
  version: number
}

export type ProvisionedUser = {
  id: string
  email: string | null
  firstName: string | null
  lastName: string | null
  locale: string
  externalId: string
}

export type PutDrawingInput = {
  strokes?: readonly (readonly ({
    x: number
    y: number
    t: number
    p?: number
  })[])[] | null
  capturedAt?: string | null
}

export type Quota = {
  metric: "signature_requests" | "registered_mail_items"
  period: "month"
  limit: number | null
  used: number
  remaining: number | null
  blocking: boolean
  resetsAt: string
  scope: "organization" | "entity"
}

export type RegisteredMail = {
  id: string
  orgId: string
  entityId: string
  livemode: boolean
  type: "simple" | "qualified"
  vendor: string | null
  subject: string | null
  clientReference: string | null
  reference: string | null
  contentSha256: string | null
  senderAccountId: string | null
  attachments: readonly (RegisteredMailAttachment)[]
  status: "draft" | "sending" | "in_progress" | "completed" | "partially_failed" | "failed" | "canceled"
  completedAt: string | null
  canceledAt: string | null
  source: "user" | "integration"
  createdBy: Creator
  createdAt: string
  updatedAt: string
  version: number
  senderAccount: RegisteredMailSender | null
  progress: {
    total: number
    draft: number
    sending: number
    sent: number
    deposited: number
    delivered: number
    refused: number
    neglected: number
    bounced: number
    failed: number
  }
  sentAt: string | null
  sentBy: Creator | null
  contentHtml: string | null
  recipients: readonly (RegisteredMailRecipient)[]
  followers: readonly (RegisteredMailFollower)[]
  items: readonly (RegisteredMailItem)[]
  metadata: Record<string, string>
}

export type RegisteredMailActivity = {
  id: string
  at: string
  actor: {
    type: "user" | "api_key" | "application" | "delegated" | "system" | "vendor" | "recipient"
    id: string | null
    name: string
    onBehalfOf?: {
      userId: string
      name: string
    }
  }
  detail: Record<string, unknown> | null
  ip: string | null
  type: string
  itemId: string | null
}

export type RegisteredMailAttachment = {
  id: string
  fileName: string
  size: number
  pageCount: number
  sha256: string
  createdAt: string
}

export type RegisteredMailFollower = {
  email: string
  firstName: string | null
  lastName: string | null
  company: string | null
}

export type RegisteredMailItem = {
  id: string
  contactId: string | null
  kind: "individual" | "professional" | "administration" | "association"
  civility: "mr" | "mrs" | "mx" | "dr" | "maitre" | null
  firstName: string | null
  lastName: string | null
  company: string | null
  email: string | null
  reference: string | null
  consent: {
    obtainedAt: string
    evidence: string
  } | null
  locale?: string | null
  status: "draft" | "sending" | "sent" | "deposited" | "delivered" | "refused" | "neglected" | "bounced" | "failed"
  retryable: boolean
  attempt: number
  failureReason: {
    code: string
    message: string
    at: string
  } | null
  vendorItemId: string | null
  notifiedAt: string | null
  depositedAt: string | null
  acceptanceDeadline: string | null
  deliveredAt: string | null
  endedAt: string | null
  timeline: readonly ({
    status: "draft" | "sending" | "sent" | "deposited" | "delivered" | "refused" | "neglected" | "bounced" | "failed"
    at: string
    source: "api" | "vendor" | "system" | "recipient"
    detail: Record<string, unknown> | null
  })[]
  recipientUpdates: readonly ({
    id: string
    status: "pending" | "accepted" | "rejected" | "expired"
    requestedAt: string
    firstName: string | null
    lastName: string | null
    company: string | null
    email: string | null
    answeredAt: string | null
    answeredBy: Creator | null
  })[]
  proofs: {
    deposit: RegisteredMailProof
    content: RegisteredMailProof
    delivery: RegisteredMailProof
    refusal: RegisteredMailProof
    negligence: RegisteredMailProof
    bounce: RegisteredMailProof
  }
}

export type RegisteredMailOptions = {
  entityId: string
  enabled: boolean
  vendors: readonly ({
    key: string
    name: string
    types: readonly ("simple" | "qualified")[]
    subjectMaxLength: number
    requiresOtp: boolean
    status: "available" | "unavailable"
  })[]
  defaultVendor: string | null
  allowedTypes: readonly ("simple" | "qualified")[]
  defaultType: "simple" | "qualified"
  referenceRequired: boolean
  requireRecipientConsent: boolean
  maxRecipients: number
  maxFollowers: number
  contentScripts: readonly (string)[]
  attachments: {
    maxCount: number
    maxFileBytes: number
    maxTotalBytes: number
  }
  quota: {
    metric: "signature_requests" | "registered_mail_items"
    period: "month"
    limit: number | null
    used: number
    remaining: number | null
    blocking: boolean
    resetsAt: string
    scope: "organization" | "entity"
  }
  quotas: readonly (Quota)[]
}

export type RegisteredMailProof = {
  available: boolean
  sha256: string | null
  size: number | null
  issuedAt: string | null
}

export type RegisteredMailRecipient = {
  id: string
  contactId: string | null
  kind: "individual" | "professional" | "administration" | "association"
  civility: "mr" | "mrs" | "mx" | "dr" | "maitre" | null
  firstName: string | null
  lastName: string | null
  company: string | null
  email: string | null
  reference: string | null
  consent: {
    obtainedAt: string
    evidence: string
  } | null
  locale: string | null
}

export type RegisteredMailSender = {
  id: string
  label: string
  email: string
  company: string | null
}

export type RenameProvisionedNodeInput = {
  name: string
  version?: number
}

export type RenameProvisionedOrganizationInput = {
  name: string
  version?: number
}

export type ReopenTaskInput = {
  occurrenceAt?: string | null
}

export type ReplayDeliveriesInput = {
  from: string
  to?: string | null
  status?: "dead" | "all" | null
  events?: readonly (string)[] | null
}

export type ReplayDeliveriesResult = {
  count: number
}

export type ResetTestModeInput = {
  confirmName: string
}

export type Role = {
  id: string
  key: string
  name: string
  description: string | null
  system: boolean
  permissions: readonly (string)[]
  orgId: string | null
  memberCount: number
  version: number
}

export type RoleReference = {
  id: string
  key: string
  name: string
}

export type RotateApiKeySecretInput = {
  previousSecretExpiresInHours?: number | null
}

export type RotateApiKeySecretResult = {
  apiKey: ApiKey
  clientSecret: string
}

export type RotateWebhookSecretInput = {
  previousSecretExpiresInHours?: number | null
}

export type RotateWebhookSecretResult = {
  webhook: Webhook
  secret: string
}

export type SendRegisteredMailInput = {
  idempotencyKey: string
}

export type SenderAccount = {
  id: string
  orgId: string
  entityId: string
  vendor: string
  mode: "create" | "link"
  label: string
  kind: "individual" | "professional" | "administration" | "association"
  civility: "mr" | "mrs" | "mx" | "dr" | "maitre" | null
  firstName: string
  lastName: string
  company: string | null
  email: string
  phone: string | null
  address: {
    line1: string | null
    line2: string | null
    postalCode: string | null
    city: string | null
    country: string
  } | null
  siret: string | null
  vatNumber: string | null
  status: "pending" | "verified"
  linked: boolean
  hasOtpSecret: boolean
  vendorAccountRef: string | null
  verifiedAt: string | null
  refreshedAt: string | null
  createdBy: Creator
  createdAt: string
  updatedAt: string
  version: number
  types: readonly ("simple" | "qualified")[]
  lastUsedAt: string | null
}

export type Session = {
  id: string
  signedInAt: string
  lastUsedAt: string
  ip: string | null
  userAgent: string | null
  isCurrent: boolean
  clientIds: readonly (string)[]
}

export type Settings = {
  nodeId: string
  orgId: string
  type: "organization" | "entity"
  features: {
    tasks: boolean | null
    signature: boolean | null
    registered_mail: boolean | null
  }
  signature: {
    defaultVendor: string | null
    allowedVendors: readonly (string)[] | null
    allowedLevels: readonly ("ses" | "aes" | "qes")[] | null
    defaultEidasLevel: "ses" | "aes" | "qes" | null
    allowedAuthMethods: readonly ("none" | "email_otp" | "sms_otp" | "vendor_identity")[] | null
    sequentialAllowed: boolean | null
    externalSignersAllowed: boolean | null
    notariesAllowed: boolean | null
    defaultExpiryDays: number | null
    maxExpiryDays: number | null
    reminders: {
      enabled: boolean
      firstAfterDays: number
      everyDays: number
      max: number
    } | null
    notifications: {
      signed: boolean
      declined: boolean
      expired: boolean
      bounced: boolean
    } | null
    archiveAfterDays: number | null
    purgeAfterDays: number | null
  }
  registeredMail: {
    defaultVendor: string | null
    allowedVendors: readonly (string)[] | null
    allowedTypes: readonly ("simple" | "qualified")[] | null
    defaultType: "simple" | "qualified" | null
    referenceRequired: boolean | null
    requireRecipientConsent: boolean | null
    maxAttachments: number | null
    maxAttachmentsTotalBytes: number | null
  }
  tasks: {
    automaticTasks: {
      registered_mail_failed: {
        enabled: boolean
        assignee: string
      }
      registered_mail_neglected: {
        enabled: boolean
        assignee: string
      }
      signature_declined: {
        enabled: boolean
        assignee: string
      }
      signature_expired: {
        enabled: boolean
        assignee: string
      }
      recipient_update_requested: {
        enabled: boolean
        assignee: string
      }
    } | null
  }
  timezone: string | null
  smsCountries: readonly (string)[] | null
  branding: {
    logoUrl: string | null
    accentColor: string | null
    contactEmail: string | null
    contactPhone: string | null
    senderName: string | null
    legalName: string | null
    legalAddress: string | null
    privacyNoticeUrl: string | null
  }
  quotas: {
    signature_requests: {
      limit: number | null
      blocking: boolean
    } | null
    registered_mail_items: {
      limit: number | null
      blocking: boolean
    } | null
  }
  effective: {
    features: {
      tasks: boolean
      signature: boolean
      registered_mail: boolean
    }
    signature: {
      defaultVendor: string | null
      allowedVendors: readonly (string)[] | null
      allowedLevels: readonly ("ses" | "aes" | "qes")[]
      defaultEidasLevel: "ses" | "aes" | "qes"
      allowedAuthMethods: readonly ("none" | "email_otp" | "sms_otp" | "vendor_identity")[]
      sequentialAllowed: boolean
      externalSignersAllowed: boolean
      notariesAllowed: boolean
      defaultExpiryDays: number
      maxExpiryDays: number
      reminders: {
        enabled: boolean
        firstAfterDays: number
        everyDays: number
        max: number
      }
      notifications: {
        signed: boolean
        declined: boolean
        expired: boolean
        bounced: boolean
      }
      archiveAfterDays: number | null
      purgeAfterDays: number | null
    }
    registeredMail: {
      defaultVendor: string | null
      allowedVendors: readonly (string)[] | null
      allowedTypes: readonly ("simple" | "qualified")[]
      defaultType: "simple" | "qualified"
      referenceRequired: boolean
      requireRecipientConsent: boolean
      maxAttachments: number
      maxAttachmentsTotalBytes: number
    }
    tasks: {
      automaticTasks: {
        registered_mail_failed: {
          enabled: boolean
          assignee: string
        }
        registered_mail_neglected: {
          enabled: boolean
          assignee: string
        }
        signature_declined: {
          enabled: boolean
          assignee: string
        }
        signature_expired: {
          enabled: boolean
          assignee: string
        }
        recipient_update_requested: {
          enabled: boolean
          assignee: string
        }
      }
    }
    timezone: string
    smsCountries: readonly (string)[]
    branding: {
      logoUrl: string | null
      accentColor: string | null
      contactEmail: string | null
      contactPhone: string | null
      senderName: string | null
      legalName: string | null
      legalAddress: string | null
      privacyNoticeUrl: string | null
    }
  }
  version: number
}

export type SignatureDocument = {
  id: string
  fileName: string
  size: number
  pageCount: number
  sha256: string
  uploadedAt: string
  sealStatus: "none" | "pending" | "sealed" | "failed"
  sealLevel: "B-B" | "B-T" | "B-LT" | "B-LTA" | null
  signed: SignedDocument | null
  evidence: {
    sha256: string
    size: number
    availableAt: string
  } | null
  upload: {
    sha256: string
    size: number
  }
  normalizations: readonly ({
    kind: "structure" | "layers" | "actions" | "scripts" | "forms" | "xfa" | "annotations" | "multimedia" | "embedded_files" | "print_variants" | "external_content" | "other_format"
    count: number
  })[]
  state: "available" | "archived" | "purged"
  archivedAt: string | null
  restoreRequestedAt: string | null
  restoredUntil: string | null
  purgeAt: string | null
  purgedAt: string | null
}

export type SignatureField = {
  id: string
  signerId: string
  type: "signature" | "initials" | "date" | "text" | "checkbox" | "handwritten_mention"
  page: number
  x: number
  y: number
  width: number
  height: number
  required: boolean
  label: string | null
  text: string | null
  mentionText: string | null
  drawing: MentionDrawing | null
}

export type SignatureOptions = {
  entityId: string
  enabled: boolean
  defaultVendor: string | null
  vendors: readonly ({
    key: string
    name: string
    levels: readonly ("ses" | "aes" | "qes")[]
    authMethods: readonly ("none" | "email_otp" | "sms_otp" | "vendor_identity")[]
    signingModes: readonly (string)[]
    supportsSequential: boolean
    supportsParallel: boolean
    supportsNotaries: boolean
    status: "available" | "unavailable"
  })[]
  allowedLevels: readonly ("ses" | "aes" | "qes")[]
  defaultEidasLevel: "ses" | "aes" | "qes"
  allowedAuthMethods: readonly ("none" | "email_otp" | "sms_otp" | "vendor_identity")[]
  sequentialAllowed: boolean
  externalSignersAllowed: boolean
  notariesAllowed: boolean
  defaultExpiryDays: number
  maxExpiryDays: number
  reminders: {
    enabled: boolean
    firstAfterDays: number
    everyDays: number
    max: number
  }
  timezone: string
  smsCountries: readonly (string)[]
  maxSigners: number
  maxFileBytes: number
  quota: {
    metric: "signature_requests" | "registered_mail_items"
    period: "month"
    limit: number | null
    used: number
    remaining: number | null
    blocking: boolean
    resetsAt: string
    scope: "organization" | "entity"
  }
  quotas: readonly (Quota)[]
}

export type SignatureRequest = {
  id: string
  orgId: string
  entityId: string
  livemode: boolean
  title: string
  message: string | null
  clientReference: string | null
  status: "draft" | "pending_signature" | "completed" | "declined" | "expired" | "canceled"
  eidasLevel: "ses" | "aes" | "qes"
  vendor: string
  vendorRequestId: string | null
  signingOrder: "parallel" | "sequential"
  deliveryMode: "email" | "none"
  allowDecline: boolean
  attachSignedDocument: boolean
  mustSeeAllPages: boolean
  activeContent: "flatten" | "refuse"
  expiresInDays: number
  expiresAt: string
  reminders: {
    enabled: boolean
    firstAfterDays: number
    everyDays: number
    max: number
  }
  redirectUrls: {
    signed: string | null
    declined: string | null
  } | null
  frameOrigins: readonly (string)[]
  signers: readonly (Signer)[]
  notaries: readonly ({
    firstName: string | null
    lastName: string | null
    email: string
    phone: string | null
    office: string | null
  })[]
  followers: readonly ({
    firstName: string | null
    lastName: string | null
    email: string
  })[]
  document: SignatureDocument
  decline: {
    signerId: string
    reason: string | null
    at: string
  } | null
  cancel: {
    by: Creator
    reason: string | null
    at: string
  } | null
  source: "user" | "integration"
  createdBy: Creator
  createdAt: string
  sentAt: string | null
  completedAt: string | null
  endedAt: string | null
  updatedAt: string
  version: number
  progress: {
    total: number
    signed: number
    pending: number
  }
  permissions: {
    canCancel: boolean
    canRemind: boolean
    canCorrect: boolean
  }
  metadata: Record<string, string>
}

export type SignatureTimestamp = {
  at: string | null
  authority: string | null
  intact: boolean
  trusted: boolean
}

export type SignedDocument = {
  sha256: string
  size: number
  availableAt: string
  conformance: null
  renewals: readonly ({
    sha256: string
    size: number
    at: string
  })[]
}

export type Signer = {
  id: string
  contactId: string | null
  firstName: string
  lastName: string
  email: string
  phone: string | null
  authMethod: "none" | "email_otp" | "sms_otp" | "vendor_identity"
  signingMode: "remote" | "agency"
  order: number | null
  locale: string
  external: boolean
  status: "waiting" | "notified" | "opened" | "signed" | "declined" | "aborted" | "error"
  clientReference: string | null
  notifiedAt: string | null
  openedAt: string | null
  signedAt: string | null
  declinedAt: string | null
  declineReason: string | null
  lastRemindedAt: string | null
  reminderCount: number
  emailDelivery: "none" | "sent" | "delivered" | "bounced" | "complained"
  isTurn: boolean
  fields: readonly (SignatureField)[]
}

export type SimulateClockInput = {
  advanceTo: string
}

export type SimulateItemProgressInput = {
  to: "sent" | "deposited" | "delivered" | "refused" | "neglected" | "bounced" | "failed"
  reason?: string | null
}

export type SimulateRecipientUpdateInput = {
  firstName?: string | null
  lastName?: string | null
  company?: string | null
  email?: string | null
}

export type SimulateSignerActionInput = {
  action: "open" | "sign" | "decline" | "bounce" | "fail"
  reason?: string | null
}

export type SkipTaskOccurrenceInput = {
  occurrenceAt: string
}

export type StoreOtpSecretInput = {
  secret: string
}

export type Task = {
  id: string
  orgId: string
  entityId: string
  title: string
  description: string | null
  priority: "low" | "normal" | "high"
  startAt: string
  allDay: boolean
  durationMinutes: number | null
  timezone: string
  recurrence: {
    rule: string
    exceptions: readonly (string)[]
  } | null
  reminders: readonly ({
    id: string
    minutesBefore: number
    channel: "email" | "in_app"
  })[]
  assignee: {
    id: string
    email: string | null
    firstName: string | null
    lastName: string | null
  } | null
  isPrivate: boolean
  clientReference: string | null
  status: "open" | "completed" | "canceled"
  completedAt: string | null
  completedBy: Creator | null
  source: "user" | "integration" | "automatic"
  createdBy: Creator
  createdAt: string
  updatedAt: string
  version: number
  assigneeId: string | null
  contactIds: readonly (string)[]
  nextOccurrenceAt: string | null
  nextStartAt: string | null
  overdue: boolean
  links: readonly ({
    type: "signature_request" | "registered_mail"
    id: string
    title: string | null
    status: string | null
  })[]
}

export type TaskActivity = {
  id: string
  at: string
  type: string
  actor: {
    type: string
    id: string | null
    name: string
    onBehalfOf?: {
      userId: string
      name: string
    }
  }
  detail: Record<string, unknown> | null
  ip: string | null
}

export type TaskOccurrence = {
  taskId: string
  entityId: string
  occurrenceAt: string
  startAt: string
  title: string
  priority: "low" | "normal" | "high"
  assigneeId: string | null
  contactIds: readonly (string)[]
  status: "pending" | "completed" | "skipped"
  overdue: boolean
  completedAt: string | null
  completedBy: Creator | null
  moved: boolean
}

export type TaskOptions = {
  entityId: string
  enabled: boolean
  defaultTimezone: string
  assignees: readonly ({
    id: string
    email: string | null
    firstName: string | null
    lastName: string | null
  })[]
  automaticTasks: {
    registered_mail_failed: {
      enabled: boolean
      assignee: string
    }
    registered_mail_neglected: {
      enabled: boolean
      assignee: string
    }
    signature_declined: {
      enabled: boolean
      assignee: string
    }
    signature_expired: {
      enabled: boolean
      assignee: string
    }
    recipient_update_requested: {
      enabled: boolean
      assignee: string
    }
  }
}

export type TestClock = {
  now: string
  advancingTo: string | null
}

export type TestMode = {
  enabled: boolean
  status: "none" | "creating" | "ready" | "resetting" | "purging"
  progress: {
    done: number
    total: number
  }
  twinOrgId: string | null
  enabledAt: string | null
  lastActivityAt: string | null
  purgeAt: string | null
  clock: TestClock | null
  emails: {
    sentToday: number
    dailyCap: number
    resetsAt: string
  }
}

export type TestWebhookResult = {
  deliveryId: string
  eventId: string
}

export type UpdateApiKeyInput = {
  name?: string
  role?: string
  ipAllowlist?: readonly (string)[] | null
  expiresAt?: string | null
  version?: number
}

export type UpdateContactInput = {
  civility?: "mr" | "mrs" | "mx" | "dr" | "maitre" | null
  firstName?: string | null
  lastName?: string | null
  companyName?: string | null
  email?: string | null
  phone?: string | null
  mobilePhone?: string | null
  address?: {
    line1?: string | null
    line2?: string | null
    postalCode?: string | null
    city?: string | null
    country?: string | null
  } | null
  tags?: readonly (string)[] | null
  externalRef?: string | null
  isPrivate?: boolean
  companyId?: string | null
  siren?: string | null
  siret?: string | null
  kind?: string
  entityId?: string
  version?: number
}

export type UpdateRegisteredMailInput = {
  entityId?: string | null
  type?: "simple" | "qualified" | null
  vendor?: string | null
  subject?: string | null
  clientReference?: string | null
  reference?: string | null
  contentHtml?: string | null
  senderAccountId?: string | null
  recipients?: readonly ({
    id?: string | null
    contactId?: string | null
    kind: "individual" | "professional" | "administration" | "association"
    civility?: "mr" | "mrs" | "mx" | "dr" | "maitre" | null
    firstName?: string | null
    lastName?: string | null
    company?: string | null
    email?: string | null
    reference?: string | null
    consent?: {
      obtainedAt: string
      evidence: string
    } | null
    locale?: string | null
  })[] | null
  followers?: readonly ({
    email: string
    firstName?: string | null
    lastName?: string | null
    company?: string | null
  })[] | null
  metadata?: Record<string, string> | null
  version?: number | null
}

export type UpdateSenderAccountInput = {
  label?: string | null
  version?: number
}

export type UpdateSignatureRequestInput = {
  entityId?: string
  title?: string
  message?: string | null
  clientReference?: string | null
  eidasLevel?: "ses" | "aes" | "qes" | null
  vendor?: string | null
  signingOrder?: "parallel" | "sequential" | null
  activeContent?: "flatten" | "refuse" | null
  expiresInDays?: number
  signers?: readonly ({
    id?: string | null
    contactId?: string | null
    firstName?: string | null
    lastName?: string | null
    email?: string | null
    phone?: string | null
    authMethod?: "none" | "email_otp" | "sms_otp" | "vendor_identity" | null
    signingMode?: "remote" | "agency" | null
    order?: number | null
    locale?: string | null
    clientReference?: string | null
    fields?: readonly ({
      id?: string | null
      type: "signature" | "initials" | "date" | "text" | "checkbox" | "handwritten_mention"
      page: number
      x: number
      y: number
      width: number
      height: number
      required?: boolean | null
      label?: string | null
      text?: string | null
      mentionText?: string | null
    })[] | null
  })[] | null
  notaries?: readonly ({
    firstName: string
    lastName: string
    email: string
    phone?: string | null
    office?: string | null
  })[] | null
  followers?: readonly ({
    email: string
    firstName?: string | null
    lastName?: string | null
  })[] | null
  reminders?: {
    enabled?: boolean | null
    firstAfterDays?: number | null
    everyDays?: number | null
    max?: number | null
  } | null
  deliveryMode?: "email" | "none" | null
  allowDecline?: boolean | null
  attachSignedDocument?: boolean | null
  mustSeeAllPages?: boolean | null
  redirectUrls?: {
    signed?: string | null
    declined?: string | null
  } | null
  frameOrigins?: readonly (string)[] | null
  metadata?: Record<string, string> | null
  version?: number
}

export type UpdateTaskInput = {
  title?: string
  startAt?: string
  description?: string | null
  priority?: "low" | "normal" | "high"
  allDay?: boolean
  durationMinutes?: number | null
  timezone?: string | null
  recurrence?: {
    rule: string
    exceptions?: readonly (string)[] | null
  } | null
  reminders?: readonly ({
    id?: string | null
    minutesBefore: number
    channel: "email" | "in_app"
  })[] | null
  assigneeId?: string | null
  contactIds?: readonly (string)[] | null
  links?: readonly ({
    type: "signature_request" | "registered_mail"
    id: string
  })[] | null
  isPrivate?: boolean
  clientReference?: string | null
  entityId?: string
  applyFrom?: string
  version?: number
}

export type UpdateWebhookInput = {
  url?: string
  description?: string | null
  events?: readonly (string)[]
  version?: number
}

export type Upload = {
  id: string
  url: string
  method: "PUT"
  headers: Record<string, string>
  expiresAt: string
}

export type Usage = {
  orgId: string
  quotas: readonly ({
    metric: "signature_requests" | "registered_mail_items"
    period: "month"
    limit: number | null
    used: number
    remaining: number | null
    blocking: boolean
    resetsAt: string
    scope: "organization" | "entity"
    entityId: string | null
  })[]
  months: readonly ({
    month: string
    metric: "signature_requests" | "registered_mail_items"
    used: number
  })[]
  clients: readonly ({
    clientId: string
    name: string
    requests: number
    refusedRequests: number
    lastUsedAt: string | null
  })[]
}

export type VendorConnection = {
  vendor: string
  name: string
  kind: "signature" | "registered_mail"
  status: "not_configured" | "active" | "error"
  environment: "live" | "sandbox" | null
  configuredAt: string | null
  lastCheckAt: string | null
  lastError: string | null
  fields: readonly ({
    name: string
    required: boolean
    secret: boolean
  })[]
}

export type VerifiedSignature = {
  kind: "signature" | "document_timestamp"
  signerName: string | null
  signedAt: string | null
  level: "B-B" | "B-T" | "B-LT" | "B-LTA" | null
  intact: boolean
  coversWholeDocument: boolean
  changesAfter: "none" | "validation_data" | "signatures" | "form_fill" | "annotations" | "other"
  trusted: boolean
  timestamp: SignatureTimestamp | null
  faults: readonly ("byte_range" | "unreadable" | "unsupported" | "weak_algorithm" | "certificate_missing" | "signed_attributes" | "digest" | "signature" | "no_trusted_issuer" | "certificate_not_valid" | "key_usage" | "revoked" | "test_seal" | "not_in_document" | "forbidden_change")[]
}

export type Webhook = {
  id: string
  orgId: string | null
  applicationId: string | null
  url: string
  description: string | null
  events: readonly (string)[]
  status: "enabled" | "disabled"
  disabledReason: "manual" | "consecutive_failures" | null
  disabledAt: string | null
  secretHint: string
  secretRotatedAt: string
  previousSecretExpiresAt: string | null
  apiVersion: "1"
  livemode: boolean
  consecutiveFailures: number
  lastSuccessAt: string | null
  lastFailureAt: string | null
  createdAt: string
  createdBy: {
    id: string
    email: string | null
    firstName: string | null
    lastName: string | null
  } | null
  updatedAt: string
  version: number
}

export type WrittenRegisteredMail = {
  id: string
  orgId: string
  entityId: string
  livemode: boolean
  type: "simple" | "qualified"
  vendor: string | null
  subject: string | null
  clientReference: string | null
  reference: string | null
  contentSha256: string | null
  senderAccountId: string | null
  attachments: readonly (RegisteredMailAttachment)[]
  status: "draft" | "sending" | "in_progress" | "completed" | "partially_failed" | "failed" | "canceled"
  completedAt: string | null
  canceledAt: string | null
  source: "user" | "integration"
  createdBy: Creator
  createdAt: string
  updatedAt: string
  version: number
  senderAccount: RegisteredMailSender | null
  progress: {
    total: number
    draft: number
    sending: number
    sent: number
    deposited: number
    delivered: number
    refused: number
    neglected: number
    bounced: number
    failed: number
  }
  sentAt: string | null
  sentBy: Creator | null
  contentHtml: string | null
  recipients: readonly (RegisteredMailRecipient)[]
  followers: readonly (RegisteredMailFollower)[]
  items: readonly (RegisteredMailItem)[]
  metadata: Record<string, string>
  contentChanges: readonly ({
    kind: "element" | "attribute" | "address" | "character"
    name: string
    count: number
  })[]
}

export type WrittenSignatureRequest = {
  id: string
  orgId: string
  entityId: string
  livemode: boolean
  title: string
  message: string | null
  clientReference: string | null
  status: "draft" | "pending_signature" | "completed" | "declined" | "expired" | "canceled"
  eidasLevel: "ses" | "aes" | "qes"
  vendor: string
  vendorRequestId: string | null
  signingOrder: "parallel" | "sequential"
  deliveryMode: "email" | "none"
  allowDecline: boolean
  attachSignedDocument: boolean
  mustSeeAllPages: boolean
  activeContent: "flatten" | "refuse"
  expiresInDays: number
  expiresAt: string
  reminders: {
    enabled: boolean
    firstAfterDays: number
    everyDays: number
    max: number
  }
  redirectUrls: {
    signed: string | null
    declined: string | null
  } | null
  frameOrigins: readonly (string)[]
  signers: readonly (Signer)[]
  notaries: readonly ({
    firstName: string | null
    lastName: string | null
    email: string
    phone: string | null
    office: string | null
  })[]
  followers: readonly ({
    firstName: string | null
    lastName: string | null
    email: string
  })[]
  document: SignatureDocument
  decline: {
    signerId: string
    reason: string | null
    at: string
  } | null
  cancel: {
    by: Creator
    reason: string | null
    at: string
  } | null
  source: "user" | "integration"
  createdBy: Creator
  createdAt: string
  sentAt: string | null
  completedAt: string | null
  endedAt: string | null
  updatedAt: string
  version: number
  progress: {
    total: number
    signed: number
    pending: number
  }
  permissions: {
    canCancel: boolean
    canRemind: boolean
    canCorrect: boolean
  }
  metadata: Record<string, string>
  warnings: readonly (FieldWarning)[]
}

export interface Operations {
  'DELETE /v1/contacts/{contactId}': {
    path: { contactId: string }
    answer: null
  }
  'DELETE /v1/me/calendar-feeds/{feedId}': {
    path: { feedId: string }
    answer: null
  }
  'DELETE /v1/me/grants/{grantId}': {
    path: { grantId: string }
    answer: null
  }
  'DELETE /v1/me/sessions/{sessionId}': {
    path: { sessionId: string }
    answer: null
  }
  'DELETE /v1/memberships/{membershipId}': {
    path: { membershipId: string }
    answer: null
  }
  'DELETE /v1/nodes/{nodeId}': {
    path: { nodeId: string }
    answer: null
  }
  'DELETE /v1/orgs/{orgId}/roles/{roleId}': {
    path: { orgId: string; roleId: string }
    answer: null
  }
  'DELETE /v1/orgs/{orgId}/test-mode': {
    path: { orgId: string }
    body: DisableTestModeInput
    answer: null
  }
  'DELETE /v1/orgs/{orgId}/vendor-connections/{vendor}': {
    path: { orgId: string; vendor: string }
    answer: null
  }
  'DELETE /v1/orgs/{orgId}/webhooks/{webhookId}': {
    path: { orgId: string; webhookId: string }
    answer: null
  }
  'DELETE /v1/provisioning/memberships/{membershipId}': {
    path: { membershipId: string }
    answer: null
  }
  'DELETE /v1/provisioning/nodes/{nodeId}': {
    path: { nodeId: string }
    answer: null
  }
  'DELETE /v1/registered-mails/sender-accounts/{senderAccountId}': {
    path: { senderAccountId: string }
    answer: null
  }
  'DELETE /v1/registered-mails/sender-accounts/{senderAccountId}/otp-secret': {
    path: { senderAccountId: string }
    answer: null
  }
  'DELETE /v1/registered-mails/{mailId}': {
    path: { mailId: string }
    answer: null
  }
  'DELETE /v1/registered-mails/{mailId}/attachments/{attachmentId}': {
    path: { mailId: string; attachmentId: string }
    answer: null
  }
  'DELETE /v1/signature-requests/{id}': {
    path: { id: string }
    answer: null
  }
  'DELETE /v1/signature-requests/{id}/fields/{fieldId}/drawing': {
    path: { id: string; fieldId: string }
    answer: null
  }
  'DELETE /v1/tasks/{taskId}': {
    path: { taskId: string }
    answer: null
  }
  'GET /docs': {
    answer: Blob
  }
  'GET /openapi.json': {
    answer: Blob
  }
  'GET /v1/contacts': {
    query?: { entityId?: string; q?: string; kind?: "person" | "company"; tag?: string; visibility?: "all" | "shared" | "private"; companyId?: string; createdByMe?: "true" | "false"; externalRef?: string; sort?: "name" | "updated"; pageSize?: number; pageToken?: string }
    answer: ListContactsResult
  }
  'GET /v1/contacts/duplicates': {
    query: { entityId: string; email?: string; siret?: string; firstName?: string; lastName?: string; companyName?: string }
    answer: FindDuplicateContactsResult
  }
  'GET /v1/contacts/export': {
    query?: { entityId?: string; q?: string; kind?: "person" | "company"; tag?: string; visibility?: "all" | "shared" | "private"; companyId?: string; createdByMe?: "true" | "false"; externalRef?: string }
    answer: Blob
  }
  'GET /v1/contacts/options': {
    query: { entityId: string }
    answer: ContactOptions
  }
  'GET /v1/contacts/tags': {
    query: { entityId: string }
    answer: ListContactTagsResult
  }
  'GET /v1/contacts/{contactId}': {
    path: { contactId: string }
    answer: Contact
  }
  'GET /v1/contacts/{contactId}/activity': {
    path: { contactId: string }
    answer: ListContactActivityResult
  }
  'GET /v1/events': {
    query?: { orgId?: string; types?: readonly (string)[]; entityId?: string; from?: string; to?: string; cursor?: string; pageSize?: number; pageToken?: string }
    answer: ListEventsResult
  }
  'GET /v1/me': {
    answer: Me
  }
  'GET /v1/me/calendar-feeds': {
    answer: ListCalendarFeedsResult
  }
  'GET /v1/me/grants': {
    answer: ListOwnGrantsResult
  }
  'GET /v1/me/sessions': {
    answer: ListOwnSessionsResult
  }
  'GET /v1/memberships/{membershipId}': {
    path: { membershipId: string }
    answer: Member
  }
  'GET /v1/nodes/{nodeId}': {
    path: { nodeId: string }
    answer: Node
  }
  'GET /v1/nodes/{nodeId}/settings': {
    path: { nodeId: string }
    answer: Settings
  }
  'GET /v1/oauth/consent-requests': {
    query: { clientId: string; redirectUri: string; scope: string; orgId?: string }
    answer: ConsentRequest
  }
  'GET /v1/orgs/{orgId}/api-keys': {
    path: { orgId: string }
    answer: ListApiKeysResult
  }
  'GET /v1/orgs/{orgId}/api-keys/{keyId}': {
    path: { orgId: string; keyId: string }
    answer: ApiKey
  }
  'GET /v1/orgs/{orgId}/audit-log': {
    path: { orgId: string }
    query?: { actorId?: string; action?: string; targetId?: string; nodeId?: string; from?: string; to?: string; pageSize?: number; pageToken?: string }
    answer: ListAuditLogResult
  }
  'GET /v1/orgs/{orgId}/grants': {
    path: { orgId: string }
    answer: ListGrantsResult
  }
  'GET /v1/orgs/{orgId}/members': {
    path: { orgId: string }
    query?: { nodeId?: string; status?: "active" | "pending" | "expired"; role?: string; q?: string; pageSize?: number; pageToken?: string }
    answer: ListMembersResult
  }
  'GET /v1/orgs/{orgId}/nodes': {
    path: { orgId: string }
    query?: { type?: "organization" | "entity" | "group"; pageSize?: number; pageToken?: string }
    answer: ListNodesResult
  }
  'GET /v1/orgs/{orgId}/roles': {
    path: { orgId: string }
    answer: ListRolesResult
  }
  'GET /v1/orgs/{orgId}/roles/{roleId}': {
    path: { orgId: string; roleId: string }
    answer: Role
  }
  'GET /v1/orgs/{orgId}/test-mode': {
    path: { orgId: string }
    answer: TestMode
  }
  'GET /v1/orgs/{orgId}/usage': {
    path: { orgId: string }
    answer: Usage
  }
  'GET /v1/orgs/{orgId}/vendor-connections': {
    path: { orgId: string }
    answer: ListVendorConnectionsResult
  }
  'GET /v1/orgs/{orgId}/webhooks': {
    path: { orgId: string }
    answer: ListWebhooksResult
  }
  'GET /v1/orgs/{orgId}/webhooks/{webhookId}': {
    path: { orgId: string; webhookId: string }
    answer: Webhook
  }
  'GET /v1/orgs/{orgId}/webhooks/{webhookId}/deliveries': {
    path: { orgId: string; webhookId: string }
    query?: { status?: "pending" | "retrying" | "succeeded" | "dead" | "canceled"; eventType?: string; eventId?: string; from?: string; to?: string; pageSize?: number; pageToken?: string }
    answer: ListDeliveriesResult
  }
  'GET /v1/orgs/{orgId}/webhooks/{webhookId}/deliveries/{deliveryId}': {
    path: { orgId: string; webhookId: string; deliveryId: string }
    answer: DeliveryWithAttempts
  }
  'GET /v1/provisioning/orgs': {
    query?: { externalId?: string; pageSize?: number; pageToken?: string }
    answer: ListProvisionedOrganizationsResult
  }
  'GET /v1/provisioning/orgs/{orgId}/nodes': {
    path: { orgId: string }
    query?: { externalId?: string; pageSize?: number; pageToken?: string }
    answer: ListProvisionedNodesResult
  }
  'GET /v1/provisioning/users': {
    query?: { externalId?: string }
    answer: FindProvisionedUserResult
  }
  'GET /v1/provisioning/webhooks': {
    answer: ListOwnWebhooksResult
  }
  'GET /v1/provisioning/webhooks/{webhookId}/deliveries': {
    path: { webhookId: string }
    query?: { status?: "pending" | "retrying" | "succeeded" | "dead" | "canceled"; eventType?: string; eventId?: string; from?: string; to?: string; pageSize?: number; pageToken?: string }
    answer: ListOwnDeliveriesResult
  }
  'GET /v1/provisioning/webhooks/{webhookId}/deliveries/{deliveryId}': {
    path: { webhookId: string; deliveryId: string }
    answer: DeliveryWithAttempts
  }
  'GET /v1/registered-mails': {
    query?: { entityId?: string; status?: readonly ("draft" | "sending" | "in_progress" | "completed" | "partially_failed" | "failed" | "canceled")[]; itemStatus?: readonly ("draft" | "sending" | "sent" | "deposited" | "delivered" | "refused" | "neglected" | "bounced" | "failed")[]; type?: "simple" | "qualified"; q?: string; reference?: string; clientReference?: string; senderAccountId?: string; contactId?: string; recipientEmail?: string; createdByMe?: "true" | "false"; createdFrom?: string; createdTo?: string; sentFrom?: string; sentTo?: string; pageSize?: number; pageToken?: string }
    answer: ListRegisteredMailsResult
  }
  'GET /v1/registered-mails/options': {
    query: { entityId: string }
    answer: RegisteredMailOptions
  }
  'GET /v1/registered-mails/sender-accounts': {
    query: { entityId: string }
    answer: ListSenderAccountsResult
  }
  'GET /v1/registered-mails/sender-accounts/{senderAccountId}': {
    path: { senderAccountId: string }
    answer: SenderAccount
  }
  'GET /v1/registered-mails/{mailId}': {
    path: { mailId: string }
    answer: RegisteredMail
  }
  'GET /v1/registered-mails/{mailId}/activity': {
    path: { mailId: string }
    answer: ListRegisteredMailActivityResult
  }
  'GET /v1/registered-mails/{mailId}/attachments/{attachmentId}': {
    path: { mailId: string; attachmentId: string }
    answer: Blob
  }
  'GET /v1/registered-mails/{mailId}/items/{itemId}/proofs/{kind}': {
    path: { mailId: string; itemId: string; kind: string }
    answer: Blob
  }
  'GET /v1/registered-mails/{mailId}/proofs.zip': {
    path: { mailId: string }
    answer: Blob
  }
  'GET /v1/signature-requests': {
    query?: { entityId?: string; status?: readonly ("draft" | "pending_signature" | "completed" | "declined" | "expired" | "canceled")[]; q?: string; clientReference?: string; contactId?: string; signerEmail?: string; eidasLevel?: "ses" | "aes" | "qes"; vendor?: string; createdByMe?: "true" | "false"; createdFrom?: string; createdTo?: string; pageSize?: number; pageToken?: string }
    answer: ListSignatureRequestsResult
  }
  'GET /v1/signature-requests/options': {
    query: { entityId: string }
    answer: SignatureOptions
  }
  'GET /v1/signature-requests/{id}': {
    path: { id: string }
    answer: SignatureRequest
  }
  'GET /v1/signature-requests/{id}/activity': {
    path: { id: string }
    answer: ListSignatureActivityResult
  }
  'GET /v1/signature-requests/{id}/document': {
    path: { id: string }
    query?: { variant?: "shown" | "original" | "signed" | "evidence" }
    answer: Blob
  }
  'GET /v1/signature-requests/{id}/fields': {
    path: { id: string }
    answer: ListSignatureFieldsResult
  }
  'GET /v1/tasks': {
    query?: { entityId?: string; status?: readonly ("open" | "completed" | "canceled")[]; assigneeId?: string; contactId?: string; linkId?: string; overdue?: "true" | "false"; q?: string; from?: string; to?: string; sort?: "nextOccurrence" | "updated"; pageSize?: number; pageToken?: string }
    answer: ListTasksResult
  }
  'GET /v1/tasks/occurrences': {
    query: { entityId?: string; from: string; to: string; assigneeId?: string; contactId?: string; status?: readonly ("pending" | "completed" | "skipped")[] }
    answer: ListTaskOccurrencesResult
  }
  'GET /v1/tasks/options': {
    query: { entityId: string }
    answer: TaskOptions
  }
  'GET /v1/tasks/{taskId}': {
    path: { taskId: string }
    answer: Task
  }
  'GET /v1/tasks/{taskId}/activity': {
    path: { taskId: string }
    answer: ListTaskActivityResult
  }
  'GET /v1/test/clock': {
    query?: { orgId?: string }
    answer: TestClock
  }
  'GET /v1/webhook-events': {
    answer: ListWebhookEventsResult
  }
  'PATCH /v1/contacts/{contactId}': {
    path: { contactId: string }
    body: UpdateContactInput
    answer: Contact
  }
  'PATCH /v1/me': {
    body: ChangeMeInput
    answer: Me
  }
  'PATCH /v1/memberships/{membershipId}': {
    path: { membershipId: string }
    body: ChangeMembershipInput
    answer: Member
  }
  'PATCH /v1/nodes/{nodeId}': {
    path: { nodeId: string }
    body: ChangeNodeInput
    answer: Node
  }
  'PATCH /v1/nodes/{nodeId}/settings': {
    path: { nodeId: string }
    body: ChangeSettingsInput
    answer: Settings
  }
  'PATCH /v1/orgs/{orgId}/api-keys/{keyId}': {
    path: { orgId: string; keyId: string }
    body: UpdateApiKeyInput
    answer: ApiKey
  }
  'PATCH /v1/orgs/{orgId}/grants/{grantId}': {
    path: { orgId: string; grantId: string }
    body: ChangeGrantInput
    answer: Grant
  }
  'PATCH /v1/orgs/{orgId}/roles/{roleId}': {
    path: { orgId: string; roleId: string }
    body: ChangeRoleInput
    answer: Role
  }
  'PATCH /v1/orgs/{orgId}/webhooks/{webhookId}': {
    path: { orgId: string; webhookId: string }
    body: UpdateWebhookInput
    answer: Webhook
  }
  'PATCH /v1/provisioning/memberships/{membershipId}': {
    path: { membershipId: string }
    body: ChangeProvisionedMembershipInput
    answer: ProvisionedMember
  }
  'PATCH /v1/provisioning/nodes/{nodeId}': {
    path: { nodeId: string }
    body: RenameProvisionedNodeInput
    answer: ProvisionedNode
  }
  'PATCH /v1/provisioning/orgs/{orgId}': {
    path: { orgId: string }
    body: RenameProvisionedOrganizationInput
    answer: ProvisionedOrganization
  }
  'PATCH /v1/registered-mails/sender-accounts/{senderAccountId}': {
    path: { senderAccountId: string }
    body: UpdateSenderAccountInput
    answer: SenderAccount
  }
  'PATCH /v1/registered-mails/{mailId}': {
    path: { mailId: string }
    body: UpdateRegisteredMailInput
    answer: WrittenRegisteredMail
  }
  'PATCH /v1/signature-requests/{id}': {
    path: { id: string }
    body: UpdateSignatureRequestInput
    answer: WrittenSignatureRequest
  }
  'PATCH /v1/signature-requests/{id}/signers/{signerId}': {
    path: { id: string; signerId: string }
    body: CorrectSignerInput
    answer: SignatureRequest
  }
  'PATCH /v1/tasks/{taskId}': {
    path: { taskId: string }
    body: UpdateTaskInput
    answer: ChangedTask
  }
  'PATCH /v1/tasks/{taskId}/occurrences/{occurrenceAt}': {
    path: { taskId: string; occurrenceAt: string }
    body: MoveTaskOccurrenceInput
    answer: TaskOccurrence
  }
  'POST /v1/contacts': {
    body: CreateContactInput
    answer: Contact
  }
  'POST /v1/contacts/import': {
    form: {
      file?: Blob
      uploadId?: string
      data: ImportContactsInput
    }
    answer: ContactImport
  }
  'POST /v1/contacts/{contactId}/merge': {
    path: { contactId: string }
    body: MergeContactsInput
    answer: Contact
  }
  'POST /v1/invitations/accept': {
    body: AcceptInvitationInput
    answer: Member
  }
  'POST /v1/me/calendar-feeds': {
    body: CreateCalendarFeedInput
    answer: CreateCalendarFeedResult
  }
  'POST /v1/memberships/{membershipId}/resend-invitation': {
    path: { membershipId: string }
    answer: Member
  }
  'POST /v1/oauth/consents': {
    body: ConsentToApplicationInput
    answer: ConsentToApplicationResult
  }
  'POST /v1/oauth/grants/exchange': {
    body: ExchangeCodeInput
    answer: ExchangeCodeResult
  }
  'POST /v1/orgs/{orgId}/api-keys': {
    path: { orgId: string }
    body: CreateApiKeyInput
    answer: CreateApiKeyResult
  }
  'POST /v1/orgs/{orgId}/api-keys/{keyId}/revoke': {
    path: { orgId: string; keyId: string }
    answer: ApiKey
  }
  'POST /v1/orgs/{orgId}/api-keys/{keyId}/rotate-secret': {
    path: { orgId: string; keyId: string }
    body: RotateApiKeySecretInput
    answer: RotateApiKeySecretResult
  }
  'POST /v1/orgs/{orgId}/grants': {
    path: { orgId: string }
    body: InstallApplicationInput
    answer: Grant
  }
  'POST /v1/orgs/{orgId}/grants/{grantId}/approve': {
    path: { orgId: string; grantId: string }
    answer: Grant
  }
  'POST /v1/orgs/{orgId}/grants/{grantId}/revoke': {
    path: { orgId: string; grantId: string }
    answer: Grant
  }
  'POST /v1/orgs/{orgId}/members': {
    path: { orgId: string }
    body: InviteMemberInput
    answer: Member
  }
  'POST /v1/orgs/{orgId}/nodes': {
    path: { orgId: string }
    body: CreateNodeInput
    answer: Node
  }
  'POST /v1/orgs/{orgId}/roles': {
    path: { orgId: string }
    body: CreateRoleInput
    answer: Role
  }
  'POST /v1/orgs/{orgId}/test-mode': {
    path: { orgId: string }
    answer: TestMode
  }
  'POST /v1/orgs/{orgId}/test-mode/clock': {
    path: { orgId: string }
    body: AdvanceTestClockInput
    answer: TestClock
  }
  'POST /v1/orgs/{orgId}/test-mode/reset': {
    path: { orgId: string }
    body: ResetTestModeInput
    answer: TestMode
  }
  'POST /v1/orgs/{orgId}/vendor-connections/{vendor}/check': {
    path: { orgId: string; vendor: string }
    answer: VendorConnection
  }
  'POST /v1/orgs/{orgId}/webhooks': {
    path: { orgId: string }
    body: CreateWebhookInput
    answer: CreateWebhookResult
  }
  'POST /v1/orgs/{orgId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay': {
    path: { orgId: string; webhookId: string; deliveryId: string }
    answer: Delivery
  }
  'POST /v1/orgs/{orgId}/webhooks/{webhookId}/disable': {
    path: { orgId: string; webhookId: string }
    answer: Webhook
  }
  'POST /v1/orgs/{orgId}/webhooks/{webhookId}/enable': {
    path: { orgId: string; webhookId: string }
    answer: Webhook
  }
  'POST /v1/orgs/{orgId}/webhooks/{webhookId}/replay': {
    path: { orgId: string; webhookId: string }
    body: ReplayDeliveriesInput
    answer: ReplayDeliveriesResult
  }
  'POST /v1/orgs/{orgId}/webhooks/{webhookId}/rotate-secret': {
    path: { orgId: string; webhookId: string }
    body: RotateWebhookSecretInput
    answer: RotateWebhookSecretResult
  }
  'POST /v1/orgs/{orgId}/webhooks/{webhookId}/test': {
    path: { orgId: string; webhookId: string }
    answer: TestWebhookResult
  }
  'POST /v1/provisioning/memberships/{membershipId}/resend-invitation': {
    path: { membershipId: string }
    answer: ProvisionedMember
  }
  'POST /v1/provisioning/orgs': {
    body: ProvisionOrganizationInput
    answer: ProvisionOrganizationResult
  }
  'POST /v1/provisioning/orgs/{orgId}/members': {
    path: { orgId: string }
    body: ProvisionMemberInput
    answer: ProvisionMemberResult
  }
  'POST /v1/provisioning/orgs/{orgId}/members/batch': {
    path: { orgId: string }
    body: ProvisionMembersInput
    answer: ProvisionMembersResult
  }
  'POST /v1/provisioning/orgs/{orgId}/nodes': {
    path: { orgId: string }
    body: ProvisionNodeInput
    answer: ProvisionNodeResult
  }
  'POST /v1/registered-mails': {
    body: CreateRegisteredMailInput
    answer: WrittenRegisteredMail
  }
  'POST /v1/registered-mails/sender-accounts': {
    body: CreateSenderAccountInput
    answer: SenderAccount
  }
  'POST /v1/registered-mails/sender-accounts/{senderAccountId}/refresh': {
    path: { senderAccountId: string }
    answer: SenderAccount
  }
  'POST /v1/registered-mails/{mailId}/attachments': {
    path: { mailId: string }
    form: {
      file?: Blob
      uploadId?: string
    }
    answer: RegisteredMailAttachment
  }
  'POST /v1/registered-mails/{mailId}/cancel': {
    path: { mailId: string }
    answer: RegisteredMail
  }
  'POST /v1/registered-mails/{mailId}/items/{itemId}/recipient-updates/{updateId}': {
    path: { mailId: string; itemId: string; updateId: string }
    body: AnswerRecipientUpdateInput
    answer: RegisteredMailItem
  }
  'POST /v1/registered-mails/{mailId}/items/{itemId}/refresh': {
    path: { mailId: string; itemId: string }
    answer: RegisteredMailItem
  }
  'POST /v1/registered-mails/{mailId}/items/{itemId}/retry': {
    path: { mailId: string; itemId: string }
    answer: RegisteredMail
  }
  'POST /v1/registered-mails/{mailId}/send': {
    path: { mailId: string }
    body: SendRegisteredMailInput
    answer: RegisteredMail
  }
  'POST /v1/signature-documents/verify': {
    form: {
      file?: Blob
      uploadId?: string
    }
    answer: DocumentVerification
  }
  'POST /v1/signature-requests': {
    form: {
      file?: Blob
      uploadId?: string
      data: CreateSignatureRequestInput
    }
    answer: WrittenSignatureRequest
  }
  'POST /v1/signature-requests/{id}/agency-session': {
    path: { id: string }
    body: CreateAgencySessionInput
    answer: CreateAgencySessionResult
  }
  'POST /v1/signature-requests/{id}/cancel': {
    path: { id: string }
    body: CancelSignatureRequestInput
    answer: SignatureRequest
  }
  'POST /v1/signature-requests/{id}/document/restore': {
    path: { id: string }
    answer: SignatureRequest
  }
  'POST /v1/signature-requests/{id}/extend': {
    path: { id: string }
    body: ExtendSignatureRequestInput
    answer: SignatureRequest
  }
  'POST /v1/signature-requests/{id}/reseal': {
    path: { id: string }
    answer: SignatureRequest
  }
  'POST /v1/signature-requests/{id}/send': {
    path: { id: string }
    answer: SignatureRequest
  }
  'POST /v1/signature-requests/{id}/signers/{signerId}/remind': {
    path: { id: string; signerId: string }
    answer: SignatureRequest
  }
  'POST /v1/signature-requests/{id}/signers/{signerId}/signing-link': {
    path: { id: string; signerId: string }
    answer: CreateSigningLinkResult
  }
  'POST /v1/tasks': {
    body: CreateTaskInput
    answer: Task
  }
  'POST /v1/tasks/{taskId}/cancel': {
    path: { taskId: string }
    answer: Task
  }
  'POST /v1/tasks/{taskId}/complete': {
    path: { taskId: string }
    body: CompleteTaskInput
    answer: TaskOccurrence
  }
  'POST /v1/tasks/{taskId}/reopen': {
    path: { taskId: string }
    body: ReopenTaskInput
    answer: TaskOccurrence
  }
  'POST /v1/tasks/{taskId}/skip': {
    path: { taskId: string }
    body: SkipTaskOccurrenceInput
    answer: TaskOccurrence
  }
  'POST /v1/test/clock': {
    query?: { orgId?: string }
    body: SimulateClockInput
    answer: TestClock
  }
  'POST /v1/test/registered-mails/{mailId}/items/{itemId}/progress': {
    path: { mailId: string; itemId: string }
    body: SimulateItemProgressInput
    answer: RegisteredMail
  }
  'POST /v1/test/registered-mails/{mailId}/items/{itemId}/recipient-updates': {
    path: { mailId: string; itemId: string }
    body: SimulateRecipientUpdateInput
    answer: RegisteredMailItem
  }
  'POST /v1/test/sender-accounts/{senderAccountId}/verify': {
    path: { senderAccountId: string }
    answer: SenderAccount
  }
  'POST /v1/test/signature-requests/{id}/expire': {
    path: { id: string }
    answer: SignatureRequest
  }
  'POST /v1/test/signature-requests/{id}/signers/{signerId}/actions': {
    path: { id: string; signerId: string }
    body: SimulateSignerActionInput
    answer: SignatureRequest
  }
  'POST /v1/uploads': {
    body: CreateUploadInput
    answer: Upload
  }
  'PUT /v1/orgs/{orgId}/vendor-connections/{vendor}': {
    path: { orgId: string; vendor: string }
    body: ConfigureVendorConnectionInput
    answer: ConfiguredVendorConnection
  }
  'PUT /v1/registered-mails/sender-accounts/{senderAccountId}/otp-secret': {
    path: { senderAccountId: string }
    body: StoreOtpSecretInput
    answer: null
  }
  'PUT /v1/signature-requests/{id}/fields/{fieldId}/drawing': {
    path: { id: string; fieldId: string }
    form: {
      file?: Blob
      uploadId?: string
      data: PutDrawingInput
    }
    answer: SignatureField
  }
}

