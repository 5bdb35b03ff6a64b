import { queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'
import { hashPassword } from '../../../api/hash-password.ts'
import { makePasskey } from '../../../api/passkey.ts'
import { useRequestId } from '../../../api/use-request-id.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

/** Where this account is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: () => call(api.user.sessions.$get()),
  ...keptOffline,
})

export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: () => call(api.user.passkey.$get()),
  ...keptOffline,
})

export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'secondFactor'],
  queryFn: () => call(api.user.secondFactor.$get()),
  ...keptOffline,
})

const ASK_AGAIN_MS = 3000
/** The delivery state of the mail with a code, polled until it is known. `askedAt` tells several mails to this address apart. */
export const codeMailQuery = (email: string | undefined, askedAt: number) =>
  queryOptions({
    queryKey: ['account', 'codeMail', email, askedAt],
    queryFn: email === undefined ? skipToken : () => call(api.user.email.$get({ query: { email } })),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'due' ? false : ASK_AGAIN_MS),
  })

/** Not awaited: without a network that would take until it is back. */
function useRefresh(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: ['account'] })
}

/** Devices that were signed out are no longer among the channels. This device reports again, in case the server did not know that it is this one. */
function useRefreshWithChannels(): () => void {
  const queryClient = useQueryClient()
  const refresh = useRefresh()
  return () => {
    refresh()
    void queryClient.invalidateQueries({ queryKey: ['notification'], refetchType: 'all' })
  }
}

export function useChangePassword() {
  return useMutation({
    mutationFn: async (typed: { current: string; password: string }) =>
      call(
        api.user.password.$post({
          json: {
            currentPassword: await hashPassword(typed.current),
            password: await hashPassword(typed.password),
          },
        }),
      ),
    onSettled: useRefresh(),
    meta: { tellsItself: true },
  })
}

export function useBeginEmailChange() {
  return useMutation({
    mutationFn: (email: string) => call(api.user.email.$post({ json: { email } })),
    meta: { tellsItself: true },
  })
}

export function useChangeEmail() {
  return useMutation({
    mutationFn: (change: { email: string; code: string }) => call(api.user.email.confirm.$post({ json: change })),
    meta: { tellsItself: true },
  })
}

export function useEndSession() {
  return useMutation({
    mutationFn: (id: string) => call(api.user.sessions[':id'].$delete({ param: { id } })),
    onSettled: useRefreshWithChannels(),
  })
}

export function useEndOtherSessions() {
  return useMutation({ mutationFn: () => call(api.user.sessions.$delete()), onSettled: useRefreshWithChannels() })
}

/** Creates a passkey on this device; call only from a click, since the browser asks the user. */
export function useAddPasskey() {
  return useMutation({
    mutationFn: async () => {
      const response = await makePasskey(await call(api.user.passkey.options.$post()))
      return call(api.user.passkey.$post({ json: { response } }))
    },
    onSettled: useRefresh(),
    meta: { tellsItself: true },
  })
}

export function useRenamePasskey() {
  return useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      call(api.user.passkey[':id'].$post({ param: { id: String(id) }, json: { name } })),
    onSettled: useRefresh(),
    meta: { tellsItself: true },
  })
}

export function useRemovePasskey() {
  return useMutation({
    mutationFn: (id: number) => call(api.user.passkey[':id'].$delete({ param: { id: String(id) } })),
    onSettled: useRefresh(),
  })
}

/** Gets what an app for one-time codes needs, and since when codes were on before. */
export function useBeginCodes() {
  return useMutation({
    mutationFn: async () => {
      const { codesSince } = await call(api.user.secondFactor.$get())
      return { ...(await call(api.user.secondFactor.options.$post())), codesSince }
    },
    meta: { tellsItself: true },
    gcTime: 0,
  })
}

export function useTurnCodesOn() {
  return useMutation({
    mutationFn: (code: string) => call(api.user.secondFactor.$post({ json: { code } })),
    onSettled: useRefresh(),
    meta: { tellsItself: true },
    gcTime: 0,
  })
}

/** Sending it again after a missing answer, or at the same time, gives the same codes. */
export function useRenewRecoveryCodes() {
  const { idOf, forget } = useRequestId()
  return useMutation({
    mutationFn: () => call(api.user.secondFactor.recoveryCodes.$post({ json: { id: idOf({}) } })),
    onSuccess: forget,
    onSettled: useRefresh(),
    meta: { tellsItself: true },
    gcTime: 0,
  })
}

export function useTurnCodesOff() {
  return useMutation({
    mutationFn: () => call(api.user.secondFactor.$delete()),
    onSettled: useRefresh(),
    meta: { tellsItself: true },
  })
}

export function useRemoveAccount() {
  return useMutation({
    mutationFn: async (password: string) =>
      call(api.user.delete.$post({ json: { password: await hashPassword(password) } })),
    meta: { tellsItself: true },
  })
}
