import type { Kysely } from 'kysely'
import { partsOf } from '../../platform/db/parts-of.ts'
import type { Tables } from '../../store/tables.ts'
import type { MqttTopicTable } from './mqtt-table.ts'

const AT_ONCE = 300

export const selectTopics = (db: Kysely<Tables>): Promise<MqttTopicTable[]> =>
  db.selectFrom('mqtt_topic').selectAll().orderBy('topic').execute()

export async function selectTopicsOf(db: Kysely<Tables>, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mqtt_topic')
    .select('topic')
    .where('account_id', '=', accountId)
    .orderBy('topic')
    .execute()
  return rows.map(({ topic }) => topic)
}

export async function insertTopics(db: Kysely<Tables>, rows: readonly MqttTopicTable[]): Promise<void> {
  for (const part of partsOf(rows, AT_ONCE)) {
    await db
      .insertInto('mqtt_topic')
      .values(part)
      .onConflict((conflict) =>
        conflict.column('topic').doUpdateSet((eb) => ({ account_id: eb.ref('excluded.account_id') })),
      )
      .execute()
  }
}

export async function deleteTopic(db: Kysely<Tables>, topic: string): Promise<void> {
  await db.deleteFrom('mqtt_topic').where('topic', '=', topic).execute()
}

/** Active accounts with these addresses (lower case); `*` means every account that has a transmitter. */
export async function selectPublishedAccounts(db: Kysely<Tables>, emails: readonly string[]): Promise<number[]> {
  if (emails.length === 0) return []
  const accounts = db
    .selectFrom('account')
    .select('id')
    .where('active', '=', 1)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('controller').select('controller.id').whereRef('controller.owner_id', '=', 'account.id')),
    )
    .orderBy('id')
  const rows = await (emails.includes('*') ? accounts : accounts.where('email', 'in', emails)).execute()
  return rows.map(({ id }) => id)
}
