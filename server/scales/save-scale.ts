import type { InferOutput } from 'valibot'
import type { ScaleBody } from '#domain/scale.ts'
import { gramsFromKg } from '#domain/units.ts'
import { requireController } from '../controllers/visible-controllers.ts'
import { isUniqueViolation } from '../db/lane.ts'
import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import type { SignedIn } from '../http/env.ts'
import { insertScale, type ScaleRow, updateScale } from './scale-queries.ts'
import { requireScale } from './visible-scales.ts'

type Body = InferOutput<typeof ScaleBody>
type Saving = Pick<Deps, 'database' | 'clock' | 'events'>

/** Puts a scale on a channel. Throws 404 `controller_not_found`, 409 `combination_exists` when the channel is taken. */
export async function addScale(deps: Saving, account: SignedIn, body: Body): Promise<ScaleRow> {
  const { db } = deps.database
  await requireController(db, account, body.controllerId, 'write')
  const made = { ...columnsOf(body), controller_id: body.controllerId, created_at: deps.clock.now() }
  return published(deps, await onFreeChannel(() => insertScale(db, made)))
}

/**
 * Changes a scale. Archiving it frees its channel; taking it out of the archive, or moving it, needs a free one: 409
 * `combination_exists`. It stays with its transmitter.
 */
export async function editScale(deps: Saving, account: SignedIn, id: number, body: Body): Promise<ScaleRow> {
  const { db } = deps.database
  const { controllerId } = await requireScale(db, account, id, 'write')
  if (body.controllerId !== controllerId) throw new AppError(404, 'controller_not_found')
  const changed = await onFreeChannel(() => updateScale(db, id, columnsOf(body)))
  if (!changed) throw new AppError(404, 'scale_not_found')
  return published(deps, changed)
}

async function onFreeChannel<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save()
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError(409, 'combination_exists', { cause: error })
    throw error
  }
}

function published({ events }: Saving, row: ScaleRow): ScaleRow {
  events.publish({ type: 'controller', controllerId: row.controller_id, scaleIds: [row.id] })
  return row
}

const columnsOf = (body: Body) =>
  ({
    channel: body.channelId,
    name: body.name,
    type: body.type,
    empty_weight_grams: gramsFromKg(body.emptyWeight),
    feed_stock_grams: gramsFromKg(body.feedStock),
    visible: body.visible ? 1 : 0,
    is_brood: body.isBrood ? 1 : 0,
    gain_kg: body.gain,
    state: body.state,
  }) as const
