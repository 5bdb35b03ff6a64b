import { MutationCache } from '@tanstack/react-query'
import { isObject, text } from '../api/read-fields.ts'
import { ErrorWords } from '../i18n/error-words.tsx'
import { changeBegins, drafting } from '../ui/form/shown-forms.ts'
import { toast } from '../ui/overlay/toaster.tsx'

/**
 * Shows the outcome of every change in a toast (the server's message, or why it failed) and reports it to the drafts. A mutation with
 * `meta: { tellsItself: true }` shows its failure in its own place.
 */
export const tellOutcomes = (): MutationCache =>
  new MutationCache({
    onMutate: (_variables, mutation) => changeBegins(mutation),
    onSuccess: (reply, _variables, _result, mutation) => {
      drafting.ended(mutation)
      const message = isObject(reply) ? text(reply.message) : undefined
      if (message) toast.success(message)
    },
    onError: (error, _variables, _result, mutation) => {
      drafting.ended(mutation, error)
      // the sign-in page says it
      if (mutation.meta?.tellsItself !== true && Object(error).code !== 'not_signed_in')
        toast.error(<ErrorWords error={error} />)
    },
  })
