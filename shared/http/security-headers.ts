/** What every answer of every origin carries: browsers come back by HTTPS alone, and take a body for what it says it is. */
export const securityHeaders = {
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
} as const

/** For a file to be saved: a browser that shows it all the same runs nothing in it. */
export const downloadPolicy = { 'Content-Security-Policy': "default-src 'none'; sandbox" } as const
