import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'

export async function selectIdOfImei(db: Kysely<Tables>, imei: string): Promise<number | undefined> {
  const row = await db.selectFrom('controller').select('id').where('imei', '=', imei).executeTakeFirst()
  return row?.id
}
