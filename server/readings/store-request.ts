import type { ErrorCode } from '#domain/error-code.ts'
import type { Rejection } from '#domain/reading.ts'
import type { HotStatements } from '../db/hot-statements.ts'
import { translate } from '../platform/translate.ts'
import { type CombinedReading, combineLoadCells } from './combine-load-cells.ts'
import { encodeInboxRows, type SeriesReading } from './inbox-rows.ts'
import type { IngestOutcome, IngestRequest } from './ingest-request.ts'
import { type Contacts, noteContact } from './last-contact.ts'
import type { OpenTiles } from './open-tiles.ts'
import type { Transmitter, TransmitterCache } from './transmitter-cache.ts'

/** Stores one request in the open transaction: what is new goes to the inbox and to the open tiles. */
export function storeRequest(
  statements: HotStatements,
  transmitters: TransmitterCache,
  contacts: Contacts,
  tiles: OpenTiles,
  request: IngestRequest,
): IngestOutcome {
  const transmitter = transmitters.byKey(request.deviceKeyHash)
  if (!transmitter) return { status: 'refused', code: 'device_key_wrong' }
  const { controller } = transmitter
  if (controller.imei !== request.imei || controller.imsi !== request.imsi) {
    return { status: 'refused', code: 'imei_imsi_mismatch' }
  }
  const updateInterval = controller.update_interval_hours
  const endsAt = controller.subscription_ends_at
  if (request.subscriptions && endsAt !== null && endsAt <= request.receivedAt) {
    return { status: 'expired', updateInterval }
  }

  const { columns } = request
  const { readings, incomplete } = combineLoadCells(columns, controller.load_cells)
  const rejected: Rejection[] = []
  const reject = (rows: number[], code: ErrorCode) => {
    for (const row of rows) rejected.push({ index: columns.index[row]!, code })
  }
  reject(incomplete, 'load_cells_incomplete')

  const scaleOn = createScaleLookup(statements, transmitter, request.receivedAt)
  const bySeries = new Map<number, CombinedReading[]>()
  for (const reading of readings) {
    const series = reading.channel === 0 ? -controller.id : scaleOn(reading)
    if (typeof series === 'string') reject(reading.rows, series)
    else if (bySeries.has(series)) bySeries.get(series)!.push(reading)
    else bySeries.set(series, [reading])
  }

  let accepted = 0
  let duplicates = 0
  const added: SeriesReading[] = []
  for (const [seriesId, combined] of bySeries) {
    const rows = combined.map((reading) => seriesReading(seriesId, reading, request))
    const isNew = tiles.add(seriesId, rows)
    combined.forEach((reading, i) => {
      if (isNew[i]) accepted += reading.rows.length
      else duplicates += reading.rows.length
      if (isNew[i]) added.push(rows[i]!)
    })
  }
  added.push(...stationReading(tiles, controller.id, request))

  if (added.length > 0) {
    statements.insertInbox.run(controller.id, request.receivedAt, encodeInboxRows(added))
  }
  noteContact(contacts, controller.id, request)
  return { status: 'stored', accepted, duplicates, rejected, updateInterval }
}

const seriesReading = (seriesId: number, reading: CombinedReading, request: IngestRequest): SeriesReading => ({
  seriesId,
  time: reading.time,
  weight: reading.weight,
  temperature: reading.temperature,
  humidity: reading.humidity,
  battery: (reading.channel === 0 ? request.battery : null) ?? Number.NaN,
  signal: (reading.channel === 0 ? request.signal : null) ?? Number.NaN,
})

/**
 * Battery and signal, kept in the controller's own series at the time of the newest reading, so that sending the same
 * request again adds nothing. A reading of the controller itself carries them already.
 */
function stationReading(tiles: OpenTiles, controllerId: number, request: IngestRequest): SeriesReading[] {
  const { battery, signal, columns } = request
  const times = columns.time.subarray(0, columns.length)
  const carried = columns.channel.subarray(0, columns.length).includes(0)
  if (carried || (battery === null && signal === null)) return []
  const time = times.length > 0 ? times.reduce((latest, at) => Math.max(latest, at)) : request.receivedAt / 1000
  const reading: SeriesReading = {
    seriesId: -controllerId,
    time: Math.floor(time),
    weight: Number.NaN,
    temperature: Number.NaN,
    humidity: Number.NaN,
    battery: battery ?? Number.NaN,
    signal: signal ?? Number.NaN,
  }
  return tiles.add(-controllerId, [reading])[0] ? [reading] : []
}

/** The scale on a channel, made when there was never one; a code where the channel collects nothing. */
function createScaleLookup(statements: HotStatements, { controller, scales }: Transmitter, now: number) {
  return (reading: CombinedReading): number | ErrorCode => {
    const { channel } = reading
    const current = scales.find((scale) => scale.channel === channel && scale.state !== 'archived')
    if (current) return current.state === 'deactivated' ? 'scale_deactivated' : current.id
    if (scales.some((scale) => scale.channel === channel)) return 'scale_archived'
    const language = statements.ownerLanguage.get(controller.id)?.language ?? 'de'
    const name = translate(language, 'ingest.scale_name', { channel })
    const { id } = statements.insertScale.get(controller.id, channel, name, typeOf(reading), now)!
    scales.push({ id, channel, state: 'active' })
    return id
  }
}

function typeOf(reading: CombinedReading): 'weight' | 'thermometer' | 'humidity' {
  if (!Number.isNaN(reading.weight)) return 'weight'
  return Number.isNaN(reading.temperature) ? 'humidity' : 'thermometer'
}
