/** Whether a service said, by a status of 400 to 499, that it did not do what it was asked. Any other failure leaves that open. */
export function isRefusedCall(error: Error): boolean {
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined
  const status: unknown = Object(metadata).httpStatusCode
  return typeof status === 'number' && status >= 400 && status < 500
}
