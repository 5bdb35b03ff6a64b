import type { Updateable } from 'kysely'
import { channelsOf, GAIN_NORMAL_KG, type ScaleBody, type ScaleEdit } from '#domain/hives/scale.ts'
import type { TemperatureCompensation } from '#domain/hives/temperature-compensation.ts'
import { centiFromCelsius, gramsFromKg } from '#domain/hives/units.ts'
import { defined, mapDefined } from '#domain/platform/defined.ts'
import type { Deps } from '../../deps.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import { flag } from '../../platform/db/flag.ts'
import { isUniqueViolation } from '../../platform/db/lane.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { requireController } from '../controllers/visible-controllers.ts'
import { freeScaleColor } from '../scale-colors/free-scale-color.ts'
import { noteEdits, selectLaterEdits } from './scale-edit-queries.ts'
import { insertScale, type ScaleRow, selectScaleOnChannel, updateScale } from './scale-queries.ts'
import type { ScaleTable } from './scale-table.ts'
import { requireScale } from './visible-scales.ts'

type Saving = Pick<Deps, 'database' | 'clock' | 'events'>

/**
 * Adds a scale on a channel. An identical scale already there is returned, as this may be a retry. Throws 404
 * `controller_not_found`, 400 `channel_unavailable` if the load cells do not provide this channel, 409 `combination_exists` if
 * another scale is on the channel.
 */
export async function addScale(
  deps: Saving,
  account: SignedIn,
  body: ScaleBody,
): Promise<{ row: ScaleRow; isNew: boolean }> {
  const { db } = deps.database
  const { access, row: controller } = await requireController(db, account, body.controllerId, 'write')
  if (!channelsOf(controller.load_cells).includes(body.channelId)) throw new AppError(400, 'channel_unavailable')
  const made = {
    ...columnsOf(body),
    controller_id: body.controllerId,
    channel: body.channelId,
    name: body.name,
    type: body.type,
    gain_kg: body.gain ?? GAIN_NORMAL_KG,
    state: body.state ?? 'active',
    created_at: deps.clock.now(),
  }
  const add = () =>
    db.transaction().execute(async (within) => {
      const color = body.color ?? (await freeScaleColor(within, body.controllerId))
      const row = await insertScale(within, { ...made, color })
      const change = { action: 'scale.add', subjectType: 'scale', subjectId: String(row.id), before: null, after: row }
      await recordAdministration({ ...deps, database: { db: within } }, { account, access }, change)
      return row
    })
  try {
    return { row: published(deps, await onFreeChannel(add)), isNew: true }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const there = await selectScaleOnChannel(db, body.controllerId, body.channelId)
    if (!there || !isSame(there, body)) throw error
    return { row: there, isNew: false }
  }
}

/**
 * Changes the named fields of a scale. Archiving it frees its channel; restoring or moving it needs a free one: 409
 * `combination_exists`. It cannot move to another transmitter: 409 `scale_not_movable`. Repeating an edit is harmless: it may be a
 * retry; `isChanged` tells whether anything changed. An edit that waited on a device (`madeAt`) leaves what was edited later as it is.
 */
export async function editScale(
  deps: Saving,
  account: SignedIn,
  id: number,
  edit: ScaleEdit,
  madeAt = deps.clock.now(),
): Promise<{ row: ScaleRow; isChanged: boolean }> {
  const { db } = deps.database
  const { controllerId, access, row } = await requireScale(db, account, id, 'write')
  if (edit.controllerId !== undefined && edit.controllerId !== controllerId) {
    // of somebody else's transmitter not even its existence is revealed
    await requireController(db, account, edit.controllerId, 'write')
    throw new AppError(409, 'scale_not_movable')
  }
  const later = await selectLaterEdits(db, id, madeAt)
  const wanted = Object.entries(columnsOf(edit)).filter(([column]) => !later.has(column))
  const changes: Updateable<ScaleTable> = changesOf(row, Object.fromEntries(wanted))
  if (Object.keys(changes).length === 0) return { row, isChanged: false }
  const isBack = row.state === 'archived' && (changes.state ?? row.state) !== 'archived'
  if (changes.channel !== undefined || isBack) {
    const { row: controller } = await requireController(db, account, controllerId, 'write')
    if (!channelsOf(controller.load_cells).includes(changes.channel ?? row.channel))
      throw new AppError(400, 'channel_unavailable')
  }
  const changed = await onFreeChannel(() =>
    db.transaction().execute(async (within) => {
      const after = await updateScale(within, id, changes, deps.clock.now())
      if (!after) throw new AppError(404, 'scale_not_found')
      await noteEdits(within, id, Object.keys(changes), madeAt)
      const change = { action: 'scale.edit', subjectType: 'scale', subjectId: String(id), before: row, after }
      await recordAdministration({ ...deps, database: { db: within } }, { account, access }, change)
      return after
    }),
  )
  return { row: published(deps, changed), isChanged: true }
}

const isSame = (row: ScaleRow, body: ScaleBody): boolean => Object.keys(changesOf(row, columnsOf(body))).length === 0

async function onFreeChannel<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError(409, 'combination_exists', { words: 'scale.channelTaken', cause: error })
  }
}

function published({ events }: Saving, row: ScaleRow): ScaleRow {
  events.publish({ type: 'controller', controllerId: row.controller_id, scaleIds: [row.id] })
  return row
}

const compensationColumns = (compensation: TemperatureCompensation | null): Updateable<ScaleTable> => ({
  temperature_effect_milligrams: compensation && Math.round(compensation.gramsPerKelvin * 1000),
  temperature_reference_centi: compensation && centiFromCelsius(compensation.referenceTemperature),
  temperature_source: compensation === null ? null : compensation.source,
})

const changesOf = (row: ScaleRow, wanted: Updateable<ScaleTable>): Updateable<ScaleTable> =>
  Object.fromEntries(Object.entries(wanted).filter(([column, value]) => row[column as keyof ScaleRow] !== value))

const columnsOf = (edit: ScaleEdit): Updateable<ScaleTable> => ({
  ...defined({
    channel: edit.channelId,
    name: edit.name,
    type: edit.type,
    empty_weight_grams: mapDefined(edit.emptyWeight, gramsFromKg),
    feed_stock_grams: mapDefined(edit.feedStock, gramsFromKg),
    visible: mapDefined(edit.visible, flag),
    is_brood: mapDefined(edit.isBrood, flag),
    gain_kg: edit.gain,
    state: edit.state,
    color: edit.color,
  }),
  ...(edit.temperatureCompensation === undefined ? {} : compensationColumns(edit.temperatureCompensation)),
})
