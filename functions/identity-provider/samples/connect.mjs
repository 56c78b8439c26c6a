// Run it with node, open the link, and sign in as owner@atelier-martin.example. The code is in the inbox.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import * as client from 'openid-client'

const { authUrl, baseUrl, connectedApp } = JSON.parse(readFileSync('.local/workspace.json', 'utf8'))
const { clientId, privateJwk, redirectUri } = connectedApp
const key = await crypto.subtle.importKey('jwk', privateJwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
const config = await client.discovery(new URL(authUrl), clientId, undefined, client.PrivateKeyJwt(key), {
  execute: [client.allowInsecureRequests], // plain HTTP, on this machine alone
})
const [pkceCodeVerifier, expectedState] = [client.randomPKCECodeVerifier(), client.randomState()]
const link = new URL(`${authUrl}/oauth/consent`)
link.search = new URLSearchParams({
  client_id: clientId,
  redirect_uri: redirectUri,
  scope: 'profile:read signature:read',
  state: expectedState,
  code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
  code_challenge_method: 'S256',
})
console.log(link.href)

const server = createServer(async ({ url }, response) => {
  const checks = { pkceCodeVerifier, expectedState, idTokenExpected: true }
  const tokens = await client.authorizationCodeGrant(config, new URL(url, redirectUri), checks)
  const me = await fetch(`${baseUrl}/v1/me`, { headers: { Authorization: `Bearer ${tokens.access_token}` } })
  response.end(await me.text())
  server.close()
}).listen(8080)
