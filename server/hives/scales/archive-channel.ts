import type { Deps } from '../../deps.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { requireController } from '../controllers/visible-controllers.ts'
import { noteEdits } from './scale-edit-queries.ts'
import { archiveOnChannel, type ScaleRow } from './scale-queries.ts'

/** Archives the scale on a channel, which refuses later readings until a new scale is set. Throws 404 `channel_not_found`. */
export async function archiveChannel(
  { database: { db }, clock, events }: Pick<Deps, 'database' | 'clock' | 'events'>,
  account: SignedIn,
  controllerId: number,
  channel: number,
): Promise<ScaleRow> {
  const { access } = await requireController(db, account, controllerId, 'write')
  const archived = await db.transaction().execute(async (within) => {
    const row = await archiveOnChannel(within, controllerId, channel, clock.now())
    if (!row) throw new AppError(404, 'channel_not_found')
    await noteEdits(within, row.id, ['state'], clock.now())
    const change = { action: 'scale.archive', subjectType: 'scale', subjectId: String(row.id) }
    const after = { controllerId, channel, name: row.name, state: row.state }
    await recordAdministration(
      { database: { db: within }, clock },
      { account, access },
      { ...change, before: null, after },
    )
    return row
  })
  events.publish({ type: 'controller', controllerId, scaleIds: [archived.id] })
  return archived
}
