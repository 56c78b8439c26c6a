/** What the page was told by the function that serves it. */
const { baseUrl = '', issuer = '', clientId = '', audienceScope = '' } = document.documentElement.dataset

export const settings = { baseUrl, issuer, clientId, audienceScope } as const

/** Where the identity provider sends people back; registered for the app, so that nothing else may stand here. */
export const callbackUrl = `${baseUrl}/console/callback`

/** Whether the page stands at the callback. */
export const isCallback = location.pathname === new URL(callbackUrl).pathname
