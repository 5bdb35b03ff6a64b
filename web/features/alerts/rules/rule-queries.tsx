import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Rule, RuleBody, RuleEdit } from '#domain/alerts/rule.ts'
import { api, call } from '../../../api/client.ts'
import { useRequestId } from '../../../api/use-request-id.ts'
import { useSavedBefore } from '../../../api/use-saved-before.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { useIntl } from '../../../i18n/intl.tsx'
import { keptOffline } from '../../../offline/query-cache.ts'
import { toast } from '../../../ui/overlay/toaster.tsx'

const queryKey = ['rule']

/** The user's own rules. */
export const rulesQuery = queryOptions({ queryKey, queryFn: () => call(api.rule.$get()), ...keptOffline })

/** Not awaited: without a network that would take until it is back. */
function useRefresh(): () => void {
  const queryClient = useQueryClient()
  return () => {
    for (const key of [queryKey, ['alarm'], ['dashboard']]) void queryClient.invalidateQueries({ queryKey: key })
  }
}

type Filled = Omit<RuleBody, 'id' | 'isOn'>

/** Saves a rule, as a new one if there is no `id`, or the changes to one. Sending it again after a missing answer saves the same rule. */
export function useSaveRule(id: string | undefined) {
  const { idOf } = useRequestId()
  const savedBefore = useSavedBefore()
  return useMutation({
    mutationFn: (rule: Filled | RuleEdit) => {
      if (id !== undefined) return savedBefore(call(api.rule[':id'].$post({ param: { id }, json: rule })))
      return call(api.rule.$post({ json: { ...(rule as Filled), id: idOf(rule), isOn: true } }))
    },
    onSettled: useRefresh(),
  })
}

/** Switches a rule on or off: shown at once, and reverted if it fails. */
export function useSwitchRule() {
  const queryClient = useQueryClient()
  const show = (id: string, isOn: boolean) =>
    queryClient.setQueryData(rulesQuery.queryKey, (rules) =>
      rules?.map((one) => (one.id === id ? { ...one, isOn } : one)),
    )
  return useMutation({
    mutationFn: ({ id, isOn }: Pick<Rule, 'id' | 'isOn'>) =>
      call(api.rule[':id'].$post({ param: { id }, json: { isOn } })),
    onMutate: async ({ id, isOn }) => {
      await queryClient.cancelQueries({ queryKey })
      show(id, isOn)
    },
    onError: (_error, { id, isOn }) => show(id, !isOn),
    onSettled: useRefresh(),
  })
}

/** Removes a rule, provided its terms could be read with an undo that restores it under the same id, and that is offered again if it fails. */
export function useRemoveRule() {
  const intl = useIntl()
  const refresh = useRefresh()
  const offer = (rule: RuleBody) => ({
    action: { label: intl.formatMessage({ id: 'rule-screen.undo' }), onPress: () => add.mutate(rule) },
  })
  const add = useMutation({
    mutationFn: (rule: RuleBody) => call(api.rule.$post({ json: rule })),
    onError: (error, rule) => toast.error(<ErrorWords error={error} />, offer(rule)),
    onSettled: refresh,
    meta: { tellsItself: true },
  })
  return useMutation({
    mutationFn: async ({ id }: Rule) => ({ words: (await call(api.rule[':id'].$delete({ param: { id } }))).message }),
    onSuccess: ({ words }, { terms, lastRang: _, ...rule }) =>
      toast.success(words, terms ? offer({ ...rule, terms }) : {}),
    onSettled: refresh,
  })
}
