import { requireController } from '../controllers/visible-controllers.ts'
import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import type { SignedIn } from '../http/env.ts'
import { archiveOnChannel, type ScaleRow } from './scale-queries.ts'

/** Archives the scale on a channel; the channel collects nothing until a new one is set. Throws 404 `channel_not_found`. */
export async function archiveChannel(
  { database: { db }, events }: Pick<Deps, 'database' | 'events'>,
  account: SignedIn,
  controllerId: number,
  channel: number,
): Promise<ScaleRow> {
  await requireController(db, account, controllerId, 'write')
  const archived = await archiveOnChannel(db, controllerId, channel)
  if (!archived) throw new AppError(404, 'channel_not_found')
  events.publish({ type: 'controller', controllerId, scaleIds: [archived.id] })
  return archived
}
