/** Enough of an address for its owner to know it by, such as `z•••@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}•••${email.slice(at)}`
}

/** The same of a number in E.164, such as `+33 ••• 42`. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 3)} ••• ${phone.slice(-2)}`
}
