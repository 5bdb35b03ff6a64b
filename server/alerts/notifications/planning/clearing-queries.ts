import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import { muteEnd } from '../mute-end.ts'

export async function deleteUnconfirmed(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  await db
    .deleteFrom('notification')
    .where('status', '=', 'pending')
    .where('created_at', '<', beforeMs)
    .where((where) => where.or([where('code_expires_at', 'is', null), where('code_expires_at', '<', beforeMs)]))
    .execute()
}

export async function deleteEndedMutes(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  await db
    .deleteFrom('mute')
    .where((mute) => mute(muteEnd(mute), '<', beforeMs))
    .execute()
}

/** Deletes old season news that no delivery refers to any more. */
export async function deleteToldSeasons(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  await db
    .deleteFrom('season_notice')
    .where('created_at', '<', beforeMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('delivery')
            .select('delivery.id')
            .whereRef('delivery.season_notice_id', '=', 'season_notice.id')
            .where('delivery.state', '=', 'due'),
        ),
      ),
    )
    .execute()
}
