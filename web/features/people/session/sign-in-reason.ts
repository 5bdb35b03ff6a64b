import { proxy } from 'valtio'

/**
 * Why somebody who did not ask for it is at the sign-in page: `over`: the session has ended; `failed`: the server did not say
 * who is signed in. `asking`: it failed, and is asked again.
 */
export const signInReason = proxy<{ is: 'over' | 'failed' | undefined; asking: boolean }>({
  is: undefined,
  asking: false,
})
