import * as v from 'valibot'

const form =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[\da-z]+(?:-+[\da-z]+)*\.)+(?:xn--[\da-z-]*[\da-z]|[a-z]{2,})$/i

/** Checks an e-mail address. Unlike Valibot's own `email`, takes o'neil@, r&d@ and the xn-- into which browsers turn umlauts of a domain. */
export const emailAddress = <Words extends string | undefined = undefined>(words?: Words) => ({
  ...v.email<string, Words>(words as Words),
  requirement: form,
})
