const LONGEST = 254
const form =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[\da-z\u0080-\uffff]+(?:-+[\da-z\u0080-\uffff]+)*\.)+(?:xn--[\da-z-]*[\da-z]|[a-z]{2,})$/i

/** Whether the domain's `Email` schema accepts it; a separate check, so that the sign-in form need not load the schema. */
export function isEmail(typed: string): boolean {
  const email = typed.trim()
  return email.length <= LONGEST && form.test(email)
}
