import { AsyncLocalStorage } from 'node:async_hooks'
import { createMiddleware } from 'hono/factory'
import type { Ids } from '../platform/ids.ts'
import type { Env } from './env.ts'

type CurrentRequest = {
  /** Made when it is first asked for. */
  id(): string
  /** The administrator who acts in the name of the signed-in account. */
  actingAdminId: number | undefined
}

const requests = new AsyncLocalStorage<CurrentRequest>()

/** Lets what a request does know which request it is. */
export const followRequest = ({ ids }: { ids: Ids }) =>
  createMiddleware<Env>((_, next) => {
    let known: string | undefined
    return requests.run({ id: () => (known ??= ids.uuid()), actingAdminId: undefined }, next)
  })

/** Undefined outside of a request, as in a job. */
export const currentRequest = (): CurrentRequest | undefined => requests.getStore()

/** Says that what this request does, an administrator does in somebody's name. */
export function actByAdmin(adminId: number): void {
  const request = requests.getStore()
  if (request) request.actingAdminId = adminId
}
