import { MutationCache } from '@tanstack/react-query'
import { isObject, text } from '../api/read-fields.ts'
import { ErrorWords } from '../i18n/error-words.tsx'
import { drafting } from '../ui/form/shown-forms.ts'
import { toast } from '../ui/overlay/toaster.tsx'

/**
 * Tells the outcome of every change in a toast, and the drafts that are none any more: the server's message, or why it failed. A mutation with
 * `meta: { tellsItself: true }` shows its failure in its own place.
 */
export const tellOutcomes = (): MutationCache =>
  new MutationCache({
    onSuccess: (reply) => {
      drafting.saved()
      const message = isObject(reply) ? text(reply.message) : undefined
      if (message) toast.success(message)
    },
    onError: (error, _variables, _result, mutation) => {
      if (mutation.meta?.tellsItself !== true) toast.error(<ErrorWords error={error} />)
    },
  })
