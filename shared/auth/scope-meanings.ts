import type { DelegatedScope, PartnerScope } from './permissions.ts'

/** What a scope lets the machine of a partner application do, in the organizations that approved it. */
export const partnerScopeMeanings: Readonly<Record<PartnerScope, string>> = {
  'orgs:read': 'See organizations.',
  'orgs:write': 'Provision organizations and rename them.',
  'nodes:read': 'See entities and groups.',
  'nodes:write': 'Create, rename and delete entities and groups.',
  'members:read': 'See members.',
  'members:write': 'Add members, change their roles and remove them.',
  'settings:read': 'See settings.',
  'settings:write': 'Change settings.',
  'usage:read': 'See usage and quotas.',
  'audit:read': 'Read the audit log.',
  'events:read': 'Read events and subscribe to them.',
}

/** What a scope lets a connected application do for a person, within what that person may do. */
export const delegatedScopeMeanings: Readonly<Record<DelegatedScope, string>> = {
  'profile:read': 'See the name and the e-mail address of the person.',
  'structure:read': 'See entities and groups.',
  'members:read': 'See members.',
  'contacts:read': 'See contacts.',
  'contacts:write': 'Add contacts and change those that the person created.',
  'contacts:manage': 'Change, merge and delete contacts of everybody.',
  'tasks:use': 'See, add and complete tasks.',
  'signature:read': 'See signature requests and download their documents.',
  'signature:send': 'Send documents for signature, and change and cancel the requests.',
  'registered_mail:read': 'See registered mail and download its proofs.',
  'registered_mail:send': 'Send registered mail.',
  'registered_mail:manage': 'Manage the accounts that registered mail is sent from.',
}
