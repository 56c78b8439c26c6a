/** Headers of every answer: browsers return only by HTTPS, and believe the declared type of a body. */
export const securityHeaders = {
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
} as const

/** For downloads: a browser that shows the file anyway runs nothing in it. */
export const downloadPolicy = { 'Content-Security-Policy': "default-src 'none'; sandbox" } as const
