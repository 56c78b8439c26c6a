import type { Guide, Place, Sample } from './guide.ts'

/** How an application comes to act for a person. None where nobody signs in. */
export function connectedApplication(place: Place): readonly Guide[] {
  const { consentUrl, tokenUrl } = place
  if (consentUrl === null) return []
  return [
    {
      title: 'Acting for a person',
      parts: [
        `A partner application that acts for people asks each of them for their consent. The operator registers your application with its redirect addresses and its public key (a JWK set). You keep the private key and get no secret. Any OAuth 2 library with PKCE and \`private_key_jwt\` does the steps below.`,
        `**1. Send the person to the consent page.** Make a random \`code_verifier\` of 43 to 128 characters and a random \`state\`, and keep both in the session of the person. Redirect the browser to \`${consentUrl}\` with these parameters:

- \`client_id\`: your client id
- \`redirect_uri\`: one of your registered addresses, byte for byte
- \`scope\`: what you ask for, such as \`profile:read signature:read\`, separated by spaces
- \`state\`: comes back unchanged
- \`code_challenge\`: the SHA-256 of \`code_verifier\` in base64url
- \`code_challenge_method\`: \`S256\`
- \`org_id\`: optional, the organization that the person is asked about`,
        `**2. Take the code.** The person signs in and agrees. The browser comes back to \`redirect_uri\` with \`code\`, \`state\` and \`iss\`. Compare \`state\`. \`error=access_denied\` means that the person refused, or that an administrator must approve the application first.`,
        `**3. Exchange the code** at \`${tokenUrl}\` within a minute. Your application proves itself with \`client_assertion\`: a JWT that its private key signs, which is used once and valid for a minute. \`sub\` of the ID token and \`GET /v1/me\` tell who the person is.`,
        assertionSamples(place),
        `**4. Refresh.** The access token is valid for ten minutes. Send \`grant_type=refresh_token\` with \`refresh_token\` and a new assertion. Each refresh token works once; the answer has the next one. It ends after 30 days without use, after 90 days in all, and with the consent.`,
        `**5. Stop.** Post \`token\` with a new assertion to \`${revocationUrl(place)}\` to give a refresh token back. A person takes their consent back with \`DELETE /v1/me/grants/{grantId}\`, an administrator with \`POST /v1/orgs/{orgId}/grants/{grantId}/revoke\`. It also ends when the person leaves the organization. Then the API answers \`consent_required\`, and \`details.authorizeUrl\` is where to ask again.`,
        `An app that shows a consent page of its own uses \`POST /v1/oauth/consents\` instead. Only codes of that operation go to \`POST /v1/oauth/grants/exchange\`; codes of the consent page above go to the token endpoint.`,
        `Without a person, the application gets a token of its machine at the same endpoint: \`grant_type=client_credentials\` with an assertion and its partner scopes.`,
      ],
    },
  ]
}

function revocationUrl({ tokenUrl }: Place): string {
  return tokenUrl.replace(/token$/, 'revoke')
}

/** Who issued the tokens, for whom an assertion is. */
function issuerOf({ tokenUrl }: Place): string {
  return tokenUrl.replace(/\/oauth\/v2\/token$/, '')
}

/** What asks the token endpoint, with nothing but what the language brings. */
export function assertionSamples(place: Place): Sample[] {
  return [{ title: 'Node.js 20', code: node(place) }]
}

const node = (place: Place) => `import { createPrivateKey, randomUUID, sign } from 'node:crypto'

const { CLIENT_ID, PRIVATE_JWK, REDIRECT_URI, CODE, CODE_VERIFIER } = process.env
const key = createPrivateKey({ key: JSON.parse(PRIVATE_JWK), format: 'jwk' }) // of an ES256 key

const encoded = (part) => Buffer.from(JSON.stringify(part)).toString('base64url')

function assertion() {
  const nowSec = Math.floor(Date.now() / 1000)
  const claims = { iss: CLIENT_ID, sub: CLIENT_ID, aud: '${issuerOf(place)}', jti: randomUUID(), iat: nowSec, exp: nowSec + 60 }
  const signed = \`\${encoded({ alg: 'ES256' })}.\${encoded(claims)}\`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return \`\${signed}.\${signature.toString('base64url')}\`
}

async function tokens(form) {
  const answer = await fetch('${place.tokenUrl}', {
    method: 'POST',
    body: new URLSearchParams({
      ...form,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion(),
    }),
  })
  const body = await answer.json()
  if (!answer.ok) throw new Error(\`\${body.error}: \${body.error_description}\`)
  return body
}

const first = await tokens({
  grant_type: 'authorization_code',
  code: CODE,
  redirect_uri: REDIRECT_URI,
  code_verifier: CODE_VERIFIER,
})
const next = await tokens({ grant_type: 'refresh_token', refresh_token: first.refresh_token })
console.log(next.access_token)`
