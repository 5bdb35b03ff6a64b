const LONGEST = 254
const form = /^[\w+-]+(?:\.[\w+-]+)*@[\da-z]+(?:[.-][\da-z]+)*\.[a-z]{2,}$/i

/** Whether `Email` of the domain takes it; by itself, so that the form to sign in is there without its schema. */
export function isEmail(typed: string): boolean {
  const email = typed.trim()
  return email.length <= LONGEST && form.test(email)
}
