import type { Kysely } from 'kysely'
import type { ColoredScale } from '#domain/hives/scale-color.ts'
import type { Tables } from '../../store/tables.ts'

/** The scales of a transmitter and of all other transmitters of its owner. */
export async function selectBeside(
  db: Kysely<Tables>,
  controllerId: number,
): Promise<(ColoredScale & { id: number; controllerId: number })[]> {
  const rows = await db
    .selectFrom('scale')
    .innerJoin('controller', 'controller.id', 'scale.controller_id')
    .innerJoin('controller as own', (join) => join.on('own.id', '=', controllerId))
    .select(['scale.id', 'scale.controller_id', 'scale.color', 'scale.state'])
    .where(({ or, eb }) =>
      or([eb('controller.id', '=', eb.ref('own.id')), eb('controller.owner_id', '=', eb.ref('own.owner_id'))]),
    )
    .orderBy('scale.id')
    .execute()
  return rows.map(({ id, controller_id, color, state }) => ({
    id,
    controllerId: controller_id,
    color,
    archived: state === 'archived',
  }))
}

export async function updateColor(db: Kysely<Tables>, id: number, color: number): Promise<void> {
  await db.updateTable('scale').set({ color }).where('id', '=', id).execute()
}
