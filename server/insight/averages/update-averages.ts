import { createHash } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import {
  type CountedScale,
  deleteDirtyMonth,
  insertDirtyMonths,
  replaceMonth,
  selectAverageCursor,
  selectBases,
  selectCountedScales,
  selectDirtyMonths,
  selectFirstTile,
  selectKnownMonths,
  selectRegionsForAverages,
  updateAverageCursor,
  upsertBasis,
} from './average-queries.ts'
import type { RegionDirtyMonthTable } from './average-table.ts'
import { monthOf } from './find-changed-months.ts'

type Averaging = Pick<Deps, 'database' | 'clock' | 'loops'>

/** The maximum number of months computed in one run; the rest waits for the next. */
const MONTHS_A_RUN = 2000

/**
 * Brings the averages of all regions up to date: marks the months whose readings, hives, owners, offset or limits changed, then
 * computes them one by one, each in a reader thread with a small write. A crash loses nothing, since the marks stay.
 */
export async function updateAverages(deps: Averaging, signal?: AbortSignal): Promise<{ months: number }> {
  await noteChangedReadings(deps)
  await noteChangedBases(deps)
  const dirty = await selectDirtyMonths(deps.database.db, MONTHS_A_RUN)
  let months = 0
  const compute = async (month: RegionDirtyMonthTable) => {
    await computeMonth(deps, month)
    months++
  }
  const nameOf = ({ region_id, month }: RegionDirtyMonthTable) => `region ${region_id} in ${month}`
  await deps.loops('regional averages').run(dirty, nameOf, compute, signal)
  return { months }
}

/** Recomputes everything: judgments and interventions of long ago may have changed which jumps were made by hand. */
export async function refreshAverages(deps: Averaging, signal?: AbortSignal): Promise<{ months: number }> {
  const { db } = deps.database
  const scales = Map.groupBy(await selectCountedScales(db), ({ regionId }) => regionId)
  const regions = await selectRegionsForAverages(db)
  await deps.loops('months of regions').run(
    regions,
    ({ id }) => `region ${id}`,
    ({ id }) => noteAllMonths(deps, id, scales.get(id) ?? []),
  )
  return updateAverages(deps, signal)
}

async function noteChangedReadings({ database, clock }: Averaging): Promise<void> {
  const since = await selectAverageCursor(database.db)
  const { revision, months } = await database.read('changedMonths', { since })
  if (revision === since) return
  const now = monthOf(clock.now() / 1000 + 86_400)
  await database.db.transaction().execute(async (transaction) => {
    await insertDirtyMonths(
      transaction,
      months.filter(({ month }) => month <= now),
    )
    await updateAverageCursor(transaction, revision)
  })
}

async function noteChangedBases(deps: Averaging): Promise<void> {
  const { db } = deps.database
  const { averageWeightMaximumDeltaKg, averageWeightMinimumMassKg } = await readSettings(db)
  const known = new Map((await selectBases(db)).map(({ region_id, basis_hash }) => [region_id, basis_hash]))
  const scales = Map.groupBy(await selectCountedScales(db), ({ regionId }) => regionId)
  const note = async ({ id, utc_offset }: { id: number; utc_offset: number }) => {
    const counted = scales.get(id) ?? []
    const limits = [averageWeightMaximumDeltaKg, averageWeightMinimumMassKg, utc_offset]
    const basis = JSON.stringify([limits, counted.map(({ scaleId, ownerId }) => [scaleId, ownerId])])
    const basis_hash = createHash('sha256').update(basis).digest('hex')
    if (known.get(id) === basis_hash) return
    await noteAllMonths(deps, id, counted)
    await upsertBasis(db, { region_id: id, basis_hash })
  }
  await deps.loops('bases of regions').run(await selectRegionsForAverages(db), ({ id }) => `region ${id}`, note)
}

/** Marks every month in which a region has averages or its hives have readings. */
async function noteAllMonths(
  { database: { db }, clock }: Averaging,
  regionId: number,
  counted: readonly CountedScale[],
): Promise<void> {
  const months = new Set(await selectKnownMonths(db, regionId))
  const first = await selectFirstTile(
    db,
    counted.map(({ scaleId }) => scaleId),
  )
  if (first !== undefined) {
    const last = monthOf(clock.now() / 1000 + 86_400)
    for (let at = new Date((first - 1) * 1000); ; at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))) {
      const month = monthOf(at.getTime() / 1000)
      if (month > last) break
      months.add(month)
    }
  }
  await insertDirtyMonths(
    db,
    [...months].map((month) => ({ region_id: regionId, month })),
  )
}

async function computeMonth({ database, clock }: Averaging, dirty: RegionDirtyMonthTable): Promise<void> {
  const nowSeconds = Math.floor(clock.now() / 1000)
  const days = await database.read('regionMonth', { regionId: dirty.region_id, month: dirty.month, nowSeconds })
  await database.db.transaction().execute(async (transaction) => {
    const rows = days.map(({ date, hives, owners, meanGrams, medianGrams }) => ({
      region_id: dirty.region_id,
      date,
      hives,
      owners,
      mean_grams: meanGrams,
      median_grams: medianGrams,
    }))
    await deleteDirtyMonth(transaction, dirty)
    await replaceMonth(transaction, dirty, rows)
  })
}
