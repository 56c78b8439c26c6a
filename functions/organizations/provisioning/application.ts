import type { Application, Principal } from '../../../shared/auth/principal.ts'

/** The application whose machine asks: nobody else is let in here. */
export function applicationOf({ application }: Principal): Application {
  if (!application) throw new Error('the principal is not an application')
  return application
}
