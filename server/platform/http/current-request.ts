import { AsyncLocalStorage } from 'node:async_hooks'
import { createMiddleware } from 'hono/factory'
import type { Ids } from '../runtime/ids.ts'
import type { Env } from './env.ts'

type CurrentRequest = {
  /** Created on first use. */
  id(): string
  /** The administrator acting in the name of the signed-in account. */
  actingAdminId: number | undefined
  /** Whether an administrator is changing somebody else's data. */
  isAdministration: boolean
  /** Whether its change has been recorded, or turned out to change nothing. */
  isRecorded: boolean
}

const fresh = { actingAdminId: undefined, isAdministration: false, isRecorded: false }
const requests = new AsyncLocalStorage<CurrentRequest>()

/** Lets everything that runs for a request know which request it is. */
export const followRequest = ({ ids }: { ids: Ids }) =>
  createMiddleware<Env>((_, next) => {
    let known: string | undefined
    return requests.run({ id: () => (known ??= ids.uuid()), ...fresh }, next)
  })

/** Undefined outside of a request, for example in a job. */
export const currentRequest = (): CurrentRequest | undefined => requests.getStore()

/** Marks this request as done by an administrator in somebody else's name. */
export function actByAdmin(adminId: number): void {
  const request = requests.getStore()
  if (request) request.actingAdminId = adminId
}

/** Marks this request as an administrator changing somebody else's data. */
export function markAdministration(): void {
  const request = requests.getStore()
  if (request) request.isAdministration = true
}

export function markRecorded(): void {
  const request = requests.getStore()
  if (request) request.isRecorded = true
}
