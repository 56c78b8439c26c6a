/**
 * Facts about AR24's API. Its full documentation is given to customers only, so many are uncertain. Each stands here alone: confirm
 * it with AR24 before going live, and change it here.
 */
export const ar24Facts = {
  /** Uncertain: others use www.ar24.fr or ar24.fr. The setting `ar24Url` of the deployment overrides both. */
  liveUrl: 'https://app.ar24.fr/api',
  sandboxUrl: 'https://sandbox.ar24.fr/api',
  /** Documented. */
  paths: {
    user: '/user/',
    users: '/user/list',
    attachment: '/attachment/',
    mail: '/mail/',
    oneTimePassword: '/user/auth_otp/',
  },
  /** Uncertain: the path that asks the owner of an existing account for access. */
  accessRequestPath: '/user/request_access/',
  /** Uncertain: that this lists all mails of a sender, the newest first, and how pages are named. */
  sentMails: { path: '/user/mail', size: 'max', from: 'start', pageSize: 100, maxPages: 10 },
  /** Uncertain: the member of an account that says that it can send. */
  isConfirmed: (user: Readonly<Record<string, unknown>>) => Number(user.confirmed) === 1,
  /** Uncertain: AR24 has no member for a subject, so that the letter begins with it. */
  subjectInContent: true,
  /** Uncertain: how AR24 asks a client to slow down. */
  busySlugs: ['too_many_requests', 'rate_limit'] as readonly string[],
  /** Uncertain: how AR24 refuses the token and the private key. */
  refusedConnectionSlugs: ['invalid_token', 'invalid_signature'] as readonly string[],
  /** Uncertain: how AR24 says that there is no such account. All other errors are real ones. */
  unknownUserSlugs: ['user_not_exist', 'user_unavailable'] as readonly string[],
  /** Uncertain: genders by our civilities. */
  genders: { mr: 'M', mrs: 'Mme' } as Readonly<Record<string, string>>,
  defaultGender: 'M',
  /** Uncertain: which member of a mail has the address of which proof. */
  proofMembers: {
    content: ['pdf_content'],
    deposit: ['proof_ev_url', 'proof_dp_url'],
    delivery: ['proof_ar_url'],
    refusal: ['proof_rf_url'],
    negligence: ['proof_ng_url'],
    bounce: ['proof_bc_url'],
  },
  /** Uncertain: the hosts of these addresses, beside the host of the API. The documentation shows hosts below this domain. */
  proofDomain: 'ar24.fr',
  maxProofBytes: 50_000_000,
  /** Ours: longer answers are not read. */
  maxAnswerBytes: 5_000_000,
  /** The contract of our API gives vendors 20 s within a request. */
  requestTimeoutMs: 20_000,
  /** What comes before the sending of a mail, such as its attachments. It can be repeated. */
  prepareTimeoutMs: 100_000,
  /** Uncertain: the longest time that the sending takes; clients wait for 60 s or 300 s. */
  sendTimeoutMs: 300_000,
} as const
