/**
 * How long a call of an AWS service may take, in one place. Three tries in all, as the SDK spaces them: a call that is lost
 * costs one wait and not the answer, and three lost ones still end before our own deadline of 25 s. Only with
 * `throwOnRequestTimeout` does the SDK end a late call, and so try it again; without it, it only warns.
 *
 * A thread that is held up, such as by the start of a function on a small or crowded machine, hears its timers before its
 * sockets: a single timer would give up a connection that stands already, three times over. From 2 s on the SDK waits for
 * a connection in two steps, the second of which starts when the thread runs again; so no shorter time may be chosen.
 */
function patience({ requestTimeout, socketTimeout }: { requestTimeout: number; socketTimeout?: number }) {
  const connectionTimeout = 2_000
  return {
    maxAttempts: 3,
    requestHandler: { connectionTimeout, requestTimeout, throwOnRequestTimeout: true, socketTimeout },
  }
}

/** Calls that carry records, events and digests: answered within milliseconds, head and body. */
export const recordCalls = patience({ requestTimeout: 3_000, socketTimeout: 3_000 })

/**
 * Calls that carry files of up to 15 MB, to the head of their answer. Its body has no limit of its own: what is streamed
 * is read as fast as the client takes it.
 */
export const objectCalls = patience({ requestTimeout: 6_000 })

/** Calls that must not arrive twice, since the service cannot tell: one try, whose answer is waited for longer. */
export const unrepeatedCalls = { ...patience({ requestTimeout: 10_000, socketTimeout: 10_000 }), maxAttempts: 1 }
