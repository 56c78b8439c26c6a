/** The ways to identify a signer that each eIDAS level accepts. */
export const methodsOfLevel = {
  ses: ['none', 'email_otp', 'sms_otp', 'vendor_identity'],
  aes: ['sms_otp', 'vendor_identity'],
  qes: ['vendor_identity'],
} as const
