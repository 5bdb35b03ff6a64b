import { AsyncLocalStorage } from 'node:async_hooks'
import { createMiddleware } from 'hono/factory'
import type { Ids } from '../runtime/ids.ts'
import type { Env } from './env.ts'

type CurrentRequest = {
  /** Made when it is first asked for. */
  id(): string
  /** The administrator who acts in the name of the signed-in account. */
  actingAdminId: number | undefined
  /** An administrator changes what is not their own. */
  isAdministration: boolean
  /** What it changes was written down, or was found to be no change. */
  isRecorded: boolean
}

const fresh = { actingAdminId: undefined, isAdministration: false, isRecorded: false }
const requests = new AsyncLocalStorage<CurrentRequest>()

/** Lets what a request does know which request it is. */
export const followRequest = ({ ids }: { ids: Ids }) =>
  createMiddleware<Env>((_, next) => {
    let known: string | undefined
    return requests.run({ id: () => (known ??= ids.uuid()), ...fresh }, next)
  })

/** Undefined outside of a request, as in a job. */
export const currentRequest = (): CurrentRequest | undefined => requests.getStore()

/** Says that what this request does, an administrator does in somebody's name. */
export function actByAdmin(adminId: number): void {
  const request = requests.getStore()
  if (request) request.actingAdminId = adminId
}

/** Says that an administrator changes what is not their own. */
export function markAdministration(): void {
  const request = requests.getStore()
  if (request) request.isAdministration = true
}

export function markRecorded(): void {
  const request = requests.getStore()
  if (request) request.isRecorded = true
}
