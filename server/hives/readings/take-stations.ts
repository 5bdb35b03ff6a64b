import { FIELDS_A_ROW, Field } from '#domain/hives/reading.ts'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import type { OpenTiles } from './folding/open-tiles.ts'
import type { Failed } from './folding/unread-inbox.ts'
import { INBOX_FIELDS, InboxField, type InboxRows, rowAt } from './inbox/inbox-rows.ts'
import type { IngestRequest } from './request/ingest-request.ts'
import { STATION_FIELDS, StationField, type StationRows } from './request/station-rows.ts'
import type { TransmitterCache } from './store/transmitter-cache.ts'

type Value = 'battery' | 'chipTemperature' | 'signal'

export const orAbsent = (value: number | null): number => (value === null || Number.isNaN(value) ? ABSENT : value)

/** Appends a row; false if that fails. A day that cannot be read is dealt with when all of its rows are merged. */
export function isAppended(tiles: OpenTiles, fields: Int32Array, at: number): boolean {
  try {
    return tiles.append(fields, at)
  } catch {
    return false
  }
}

/** The maximum number of rows of the transmitter itself that a request needs besides its readings. */
export const stationsIn = ({ stations }: IngestRequest): number => stations.length / STATION_FIELDS + 1

/** A value of the transmitter at a time: what was measured then, else the value of the request itself; null if there is none. */
export const saidAt = (request: IngestRequest, time: number, value: Value): number | null =>
  measuredAt(request.stations, time, value) ?? request[value]

function measuredAt(stations: StationRows, time: number, value: Value): number | null {
  let [low, high] = [0, stations.length / STATION_FIELDS]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (stations[middle * STATION_FIELDS + StationField.time]! < time) low = middle + 1
    else high = middle
  }
  const at = low * STATION_FIELDS
  if (stations[at + StationField.time] !== time) return null
  const measured = stations[at + StationField[value]]!
  return Number.isNaN(measured) ? null : measured
}

/**
 * Stores battery, signal and chip temperature in the controller's own series at the times they were measured, and the values of the
 * request itself at its newest time, so that sending it again adds nothing. Readings of the controller itself already carry battery
 * and signal.
 */
export function takeStations(
  store: { transmitters: Pick<TransmitterCache, 'closedBefore'>; keepFailed: Failed },
  controllerId: number,
  request: IngestRequest,
  added: InboxRows,
  tiles: OpenTiles | undefined,
): void {
  const { times, heldAt } = ownTimes(request)
  if (times.length === 0) return
  const closedBefore = store.transmitters.closedBefore()
  const late: Int32Array[] = []
  for (const time of times) {
    if (time < closedBefore) continue
    const said = (value: Value) =>
      orAbsent(time === heldAt ? saidAt(request, time, value) : measuredAt(request.stations, time, value))
    const { fields } = added
    const at = added.length * INBOX_FIELDS
    fields[at + InboxField.seriesId] = -controllerId
    fields[at + InboxField.time] = time
    fields[at + InboxField.weight] = ABSENT
    fields[at + InboxField.temperature] = said('chipTemperature')
    fields[at + InboxField.humidity] = ABSENT
    fields[at + InboxField.battery] = said('battery')
    fields[at + InboxField.signal] = said('signal')
    if (!tiles || isAppended(tiles, fields, at)) added.length++
    else late.push(rowAt(fields, at))
  }
  if (!tiles || late.length === 0) return
  const failed = (rows: readonly number[], error: unknown) =>
    store.keepFailed(
      rows.map((row) => late[row]!),
      error,
      request.receivedAt,
    )
  const isNew = tiles.merge(late, failed)
  for (const [i, row] of late.entries()) if (isNew[i]) added.fields.set(row, added.length++ * INBOX_FIELDS)
}

/** The times at which the transmitter reports its own values but has no reading of its own; `heldAt`: the time for the values of the request itself. */
function ownTimes(request: IngestRequest): { times: number[]; heldAt: number | undefined } {
  const { battery, chipTemperature, signal, stations, rows } = request
  const isHeld = battery !== null || chipTemperature !== null || signal !== null
  const times: number[] = []
  if (!isHeld && stations.length === 0) return { times, heldAt: undefined }
  const own = new Set<number>()
  let newest = 0
  for (let at = 0; at < rows.length * FIELDS_A_ROW; at += FIELDS_A_ROW) {
    const time = rows.values[at + Field.time]!
    newest = Math.max(newest, time)
    if (rows.values[at + Field.channel] === 0) own.add(time)
  }
  for (let at = 0; at < stations.length; at += STATION_FIELDS) {
    const time = stations[at + StationField.time]!
    newest = Math.max(newest, time)
    if (!own.has(time)) times.push(time)
  }
  if (!isHeld || own.size > 0) return { times, heldAt: undefined }
  const heldAt = newest || Math.floor(request.receivedAt / 1000)
  if (times.at(-1) !== heldAt) times.push(heldAt)
  return { times, heldAt }
}
