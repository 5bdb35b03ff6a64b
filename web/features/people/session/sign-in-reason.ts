import { proxy } from 'valtio'

/**
 * Why users who did not ask for it see the sign-in page. `over`: the session has ended; `failed`: the server
 * did not say who is signed in. `asking`: that failed and is being retried.
 */
export const signInReason = proxy<{ is: 'over' | 'failed' | undefined; asking: boolean }>({
  is: undefined,
  asking: false,
})
