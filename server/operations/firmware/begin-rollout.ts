import { hash } from 'node:crypto'
import type { InferOutput } from 'valibot'
import { isVersion, type RolloutBody } from '#domain/operations/firmware.ts'
import { isHeard } from '#domain/operations/firmware-rollout.ts'
import type { Deps } from '../../deps.ts'
import { intervalInForce } from '../../hives/controllers/interval-in-force.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { isNewer } from './compare-versions.ts'
import { selectFirmwareOf } from './firmware-queries.ts'
import { giveStage } from './give-stage.ts'
import { numbersOf } from './read-rollout.ts'
import {
  insertEvent,
  insertMembers,
  insertRollout,
  overlapsRunning,
  type RolloutWithVersion,
  selectCandidates,
  selectMembers,
  updateRollout,
} from './rollout-queries.ts'

const noNumbers = { total: 0, assigned: 0, expected: 0, updated: 0, proven: 0, taken: 0, silent: 0, returned: 0 }

/**
 * Starts a roll-out of a version, with its first stage right away. The order is the same at every try: by a hash of version and IMEI, live
 * transmitters before silent ones, so that no stage consists of silent ones only. Throws 404 `firmware_not_found`, `controller_not_found`, 409
 * `firmware_rollout_empty` if no transmitter needs it, 409 `firmware_rollout_overlap` if a running roll-out has some of the same transmitters.
 */
export async function beginRollout(
  { database, clock, config }: Pick<Deps, 'database' | 'clock' | 'config'>,
  account: SignedIn,
  { version, controllerIds, ...plan }: InferOutput<typeof RolloutBody>,
): Promise<{ rollout: RolloutWithVersion; newer: number }> {
  const now = clock.now()
  return database.db.transaction().execute(async (db) => {
    const firmware = await selectFirmwareOf(db, version)
    if (!firmware) throw new AppError(404, 'firmware_not_found')
    const all = await selectCandidates(db)
    const wanted = controllerIds && new Set(controllerIds)
    const candidates = wanted ? all.filter(({ id }) => wanted.has(id)) : all
    if (wanted && candidates.length < wanted.size) throw new AppError(404, 'controller_not_found')
    const newer = new Set(candidates.filter((one) => isNewer(one.software_version, version)))
    const turns = candidates
      .filter((one) => !newer.has(one) && !isVersion(one.software_version, version))
      .map((one) => {
        const heard = { lastSeenAt: one.last_seen_at, updateIntervalHours: intervalInForce(one) }
        const turn = hash('sha256', `${version}:${one.imei}`, 'hex')
        return { ...one, turn: `${isHeard(heard, now, 0) ? 'living' : 'silent'} ${turn}` }
      })
      .sort((a, b) => (a.turn < b.turn ? -1 : 1))
    if (turns.length === 0) throw new AppError(409, 'firmware_rollout_empty')

    const begun = await insertRollout(db, {
      firmware_id: firmware.id,
      state: 'running',
      plan: JSON.stringify(plan),
      stage: 0,
      numbers: JSON.stringify(noNumbers),
      checked_at: now,
      created_at: now,
    })
    await insertMembers(
      db,
      turns.map(({ id, desired_firmware_id }, place) => ({
        rollout_id: begun.id,
        controller_id: id,
        place,
        earlier_firmware_id: desired_firmware_id === firmware.id ? null : desired_firmware_id,
        assigned_at: null,
        fetched_at: null,
        updated_at: null,
      })),
    )
    if (await overlapsRunning(db, begun.id)) throw new AppError(409, 'firmware_rollout_overlap')
    const when = { now, since: 0 }
    await giveStage(db, { ...begun, version }, await selectMembers(db, begun.id), 0, when)
    const numbers = numbersOf({ ...begun, version }, await selectMembers(db, begun.id), when, config)
    const row = await updateRollout(db, begun, { numbers: JSON.stringify(numbers) })
    await insertEvent(db, begun.id, now, 'began', numbers)
    await recordChange(
      { database: { db }, clock },
      {
        actorId: account.accountId,
        action: 'firmware.rollout_begun',
        subjectType: 'firmware',
        subjectId: version,
        before: null,
        after: { ...plan, transmitters: turns.length },
      },
    )
    return { rollout: { ...row!, version }, newer: newer.size }
  })
}
