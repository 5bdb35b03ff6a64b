import type { Context } from 'hono'
import type { Deps } from '../../deps.ts'
import { type AdmittedKey, admitKey } from '../../hives/readings/key-budgets/admit-key.ts'
import { clientAddress } from '../../platform/http/connections/client-connection.ts'
import type { Submitting } from './submit-readings.ts'

export type FormatDeps = Submitting & Pick<Deps, 'config' | 'intervalPushes'>

const KEY = /^\S{1,200}$/

/** Admits a device by its key, wherever its format puts it, and notes on the request whose key it is. Throws like `admitKey`. */
export async function admitSender(deps: FormatDeps, c: Context, deviceKey: unknown): Promise<AdmittedKey> {
  const sender = await admitKey(deps, typeof deviceKey === 'string' && KEY.test(deviceKey) ? deviceKey : undefined, {
    address: () => clientAddress(c, deps.config),
    bytes: Number(c.req.header('content-length') ?? 0),
    path: c.req.path,
  })
  c.set('sender', sender)
  return sender
}
