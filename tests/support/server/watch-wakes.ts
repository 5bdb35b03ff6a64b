import type { Kysely } from 'kysely'
import type { Tables } from '../../../server/store/tables.ts'

/**
 * Watches that whoever stores a mail also wakes the loop that sends it, which may otherwise sleep for an hour. `expectAwake` throws if mails were
 * stored since it was last asked, and nobody did.
 */
export function watchWakes() {
  let isAwake = false
  let lastId = 0
  return {
    wake() {
      isAwake = true
    },
    async expectAwake(db: Kysely<Tables>): Promise<void> {
      const { id } = await db
        .selectFrom('mail')
        .select(({ fn }) => fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
      if (Number(id) > lastId && !isAwake) throw new Error('a mail was stored, but nobody woke the loop that sends it')
      lastId = Number(id)
      isAwake = false
    },
  }
}
