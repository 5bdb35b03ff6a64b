import type { MappedValue } from '#domain/exchange/json-mapping.ts'
import type { Deps } from '../../deps.ts'
import { requireController } from '../../hives/controllers/visible-controllers.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { upsertMapping } from './json-mapping-queries.ts'
import { readMapping } from './read-mapping.ts'

/** Sets what a transmitter's JSON means from now on; an empty mapping removes it. Throws 404, 403. */
export async function saveMapping(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  account: SignedIn,
  controllerId: number,
  mapping: MappedValue[],
): Promise<void> {
  const { access } = await requireController(database.db, account, controllerId, 'write')
  await database.db.transaction().execute(async (db) => {
    const before = await readMapping({ database: { ...database, db } }, controllerId)
    await upsertMapping(db, controllerId, mapping.length === 0 ? null : JSON.stringify(mapping))
    const change = { action: 'controller.mapJson', subjectType: 'controller', subjectId: String(controllerId) }
    const states = { before: { mapping: inShort(before.mapping) }, after: { mapping: inShort(mapping) } }
    await recordAdministration({ database: { db }, clock }, { account, access }, { ...change, ...states })
  })
}

const inShort = (mapping: readonly MappedValue[]): string =>
  mapping.map(({ path, quantity, channel }) => `${path}: ${quantity} ${channel}`).join(', ')
