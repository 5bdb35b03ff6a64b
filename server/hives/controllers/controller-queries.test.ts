import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openMemoryDatabase } from '../../store/open-database.ts'
import { nearControllers } from './controller-queries.ts'

it('own and watched transmitters are found without looking at all others', async () => {
  const database = await openMemoryDatabase()
  const plan = await nearControllers(database.db, 1).explain<{ detail: string }>(undefined, sql`query plan`)
  await database.close()
  const steps = plan.map(({ detail }) => detail)
  expect(steps.filter((step) => /^SCAN|TEMP B-TREE/.test(step))).toEqual([])
  expect(steps.join()).toMatch(/SEARCH controller USING INTEGER PRIMARY KEY.*SEARCH own .*SEARCH watch /)
})
