/**
 * Facts about providers with the API of the Cloud Signature Consortium (2.0) that differ between them or are not certain. Each stands
 * here alone: confirm it with the provider before going live, and change it here.
 */
export const cscFacts = {
  /** Documented. */
  paths: {
    info: '/info',
    credentials: '/credentials/list',
    credential: '/credentials/info',
    sign: '/signatures/signHash',
  },
  /** Below the address that `info` names. */
  authorizePath: '/oauth2/authorize',
  tokenPath: '/oauth2/token',
  /** Uncertain: that the provider knows people by their e-mail address. With a service token that is no person's, it needs a name of the person. */
  userIdOf: (email: string) => email.toLowerCase(),
  /** More credentials of one person are not looked at. */
  maxCredentials: 5,
  /** The hash is bound to the authorization, so that nothing else can be signed with it. */
  neededScal: '2',
  /** Uncertain: the name of the mode in which the person authorizes on the provider's page. */
  neededAuthMode: 'oauth2code',
  /** Uncertain: some providers name the parameter `hash`. It is base64url either way. */
  hashesParameter: 'hashes',
  /** Uncertain: that the client proves itself in the body of a token request (client_secret_post). */
  sendsSecretInBody: true,
  /** Of RFC 6749: the token endpoint does not accept the client. */
  clientRefused: ['invalid_client', 'unauthorized_client'] as readonly string[],
  /** Of RFC 6749: the code is unknown, too old, or was redeemed before. */
  codeRefused: 'invalid_grant',
  /** A token of this type goes into the body of `signHash`, beside a service token. Any other type is the token of the call itself. */
  sadTokenType: 'SAD',
  sha256: '2.16.840.1.101.3.4.2.1',
  /** Keys that we can put into a PDF. RSA is PKCS #1 v1.5. Uncertain: that signatures of ECDSA come as DER. */
  schemes: {
    '1.2.840.113549.1.1.1': 'rsa',
    '1.2.840.113549.1.1.11': 'rsa',
    '1.2.840.10045.2.1': 'ecdsa',
    '1.2.840.10045.4.3.2': 'ecdsa',
  } as Readonly<Record<string, 'rsa' | 'ecdsa'>>,
  /** Longer answers are not read. */
  maxAnswerBytes: 200_000,
  /** The contract of our API gives vendors 20 s within a request. */
  requestTimeoutMs: 20_000,
} as const
