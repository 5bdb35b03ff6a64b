import type { Rejection } from '#domain/hives/ingest-message.ts'
import { FIELDS_A_ROW, Field, type ReadingRows } from '#domain/hives/reading.ts'
import { scaleAt } from '#domain/hives/scale-at.ts'
import { freeColor } from '#domain/hives/scale-color.ts'
import { isVersion } from '#domain/operations/firmware.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { combineLoadCells } from './combine-load-cells.ts'
import type { OpenTiles } from './folding/open-tiles.ts'
import type { Failed, UnreadInbox } from './folding/unread-inbox.ts'
import type { InboxBatch } from './inbox/inbox-batch.ts'
import { INBOX_FIELDS, InboxField, type InboxRows, rowAt } from './inbox/inbox-rows.ts'
import type { FirmwareOffer, IngestOutcome, IngestRequest } from './request/ingest-request.ts'
import { type Contacts, noteRequest } from './request/last-contact.ts'
import type { HotStatements, KnownScale } from './store/hot-statements.ts'
import type { Transmitter } from './store/tile-store.ts'
import type { TransmitterCache } from './store/transmitter-cache.ts'
import { takeOverImported } from './take-over-imported.ts'
import { isAppended, orAbsent, saidAt, stationsIn, takeStations } from './take-stations.ts'

/** What storing a request needs. */
export type Store = {
  statements: HotStatements
  transmitters: TransmitterCache
  contacts: Contacts
  tiles: OpenTiles
  unread: UnreadInbox
  /** Gathers what is new, for the row of this commit. */
  inbox: InboxBatch
  /** Sets rows aside that no tile can take. */
  keepFailed: Failed
}

/** Takes in one request, in the open transaction: what is new goes to the commit's inbox row and to the open tiles. */
export function storeRequest(store: Store, request: IngestRequest): IngestOutcome {
  const transmitter = store.transmitters.byKey(request.deviceKeyHash)
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

  const tiles = store.unread.isEmpty || store.unread.catchUp(controller.id, store.keepFailed) ? store.tiles : undefined
  const taken = takeRows(store, transmitter, request, tiles)
  takeStations(store, controller.id, request, taken.added, tiles)
  store.inbox.keep(controller.id, request.receivedAt, taken.added, tiles === undefined)
  noteRequest(store.contacts, controller.id, request)
  const { accepted, duplicates, rejected } = taken
  const firmware = firmwareFor(store, transmitter, request)
  const nextKey = controller.next_key_sealed
  return {
    status: 'stored',
    controllerId: controller.id,
    accepted,
    duplicates,
    rejected,
    updateInterval,
    firmware,
    nextKey,
  }
}

/** The version the transmitter reported last counts, although it is only written with the next fold. */
function firmwareFor({ contacts }: Store, { controller }: Transmitter, request: IngestRequest): FirmwareOffer | null {
  const { desired_version: version, desired_sha256: sha256 } = controller
  if (request.softwareVersion !== null) controller.software_version = request.softwareVersion
  if (version === null || sha256 === null) return null
  const current = contacts.get(controller.id)?.softwareVersion ?? controller.software_version
  return isVersion(current, version) ? null : { version, sha256 }
}

/** `added`: the new rows, with room for those of the transmitter itself. */
type Taken = { accepted: number; duplicates: number; rejected: Rejection[]; added: InboxRows }

/** If `tiles` is undefined, earlier requests are not in memory yet: everything goes to the inbox behind them, and is merged from there. */
function takeRows(store: Store, transmitter: Transmitter, request: IngestRequest, tiles: OpenTiles | undefined): Taken {
  const { rows } = request
  const { load_cells } = transmitter.controller
  const combined = load_cells === 1 ? undefined : combineLoadCells(rows, load_cells)
  const readings = combined?.readings ?? rows
  const added = store.inbox.room(readings.length + stationsIn(request))
  const taken: Taken = { accepted: 0, duplicates: 0, rejected: [], added }
  const reject = (row: number, code: ErrorCode) =>
    taken.rejected.push({ index: rows.values[row * FIELDS_A_ROW + Field.index]!, code })
  for (const row of combined?.incomplete ?? []) reject(row, 'load_cells_incomplete')

  const closedBefore = store.transmitters.closedBefore()
  const late: LateReading[] = []
  for (let i = 0; i < readings.length; i++) {
    const isClosed = readings.values[i * FIELDS_A_ROW + Field.time]! < closedBefore
    const series = isClosed ? 'time_too_old' : seriesOf(store.statements, transmitter, readings, i, request.receivedAt)
    if (typeof series === 'string') {
      for (const row of combined?.parts[i] ?? [i]) reject(row, series)
      continue
    }
    const count = combined?.parts[i]?.length ?? 1
    const at = added.length * INBOX_FIELDS
    writeReading(added.fields, at, series, readings, i, request)
    if (!tiles || isAppended(tiles, added.fields, at)) {
      taken.accepted += count
      added.length++
    } else {
      late.push({ fields: rowAt(added.fields, at), count })
    }
  }
  if (tiles && late.length > 0) {
    const { statements } = store
    takeOverImported(
      { statements, tiles },
      transmitter.scales,
      late.map(({ fields }) => fields),
    )
    takeLate(tiles, late, taken, (rows, error) => store.keepFailed(rows, error, request.receivedAt))
  }
  return taken
}

/** An inbox row that is not the latest of its day, and how many rows of the request it was made from. */
type LateReading = { fields: Int32Array; count: number }

/** Merges late rows. Rows that no tile can take are set aside, and count as accepted. */
function takeLate(
  tiles: OpenTiles,
  late: readonly LateReading[],
  taken: Taken,
  failed: (rows: Int32Array[], error: unknown) => void,
): void {
  const aside = new Set<number>()
  const isNew = tiles.merge(
    late.map(({ fields }) => fields),
    (rows, error) => {
      for (const row of rows) aside.add(row)
      failed(
        rows.map((row) => late[row]!.fields),
        error,
      )
    },
  )
  late.forEach(({ fields, count }, i) => {
    if (aside.has(i)) taken.accepted += count
    else if (isNew[i]) {
      taken.accepted += count
      taken.added.fields.set(fields, taken.added.length++ * INBOX_FIELDS)
    } else {
      taken.duplicates += count
    }
  })
}

function writeReading(
  fields: Int32Array,
  at: number,
  seriesId: number,
  { values }: ReadingRows,
  row: number,
  request: IngestRequest,
): void {
  const from = row * FIELDS_A_ROW
  const time = values[from + Field.time]!
  const ofController = seriesId < 0
  fields[at + InboxField.seriesId] = seriesId
  fields[at + InboxField.time] = time
  fields[at + InboxField.weight] = orAbsent(values[from + Field.weight]!)
  fields[at + InboxField.temperature] = orAbsent(values[from + Field.temperature]!)
  fields[at + InboxField.humidity] = orAbsent(values[from + Field.humidity]!)
  fields[at + InboxField.battery] = orAbsent(ofController ? saidAt(request, time, 'battery') : null)
  fields[at + InboxField.signal] = orAbsent(ofController ? saidAt(request, time, 'signal') : null)
}

/** The series on a channel at the time of a row; creates a scale if there never was one. Returns an error code if the channel did not collect. */
function seriesOf(
  statements: HotStatements,
  { controller, scales }: Transmitter,
  { values }: ReadingRows,
  row: number,
  now: number,
): number | ErrorCode {
  const channel = values[row * FIELDS_A_ROW + Field.channel]!
  if (channel === 0) return -controller.id
  const known = scaleAt(scales, channel, values[row * FIELDS_A_ROW + Field.time]!, now)
  if (typeof known === 'number' && !Number.isNaN(values[row * FIELDS_A_ROW + Field.weight])) {
    settleType(statements, scales, known)
  }
  if (known !== undefined) return known
  const language = statements.ownerLanguage.get(controller.id)?.language ?? 'de'
  const name = translate(language, 'ingest.scale_name', { channel })
  const beside = statements.colorsBeside.all(controller.id)
  const color = freeColor(beside.map(({ color, state }) => ({ color, archived: state === 'archived' })))
  const type = typeOf(values, row)
  const type_is_guessed = type === 'weight' ? 0 : 1
  const { id } = statements.insertScale.get(controller.id, channel, name, type, type_is_guessed, color, now)!
  scales.push({ id, channel, state: 'active', collected_until: null, type_is_guessed, has_imports: 0 })
  return id
}

/** Makes a scale that weighs a weight scale, even if a temperature arrived first, unless somebody chose its type. */
function settleType(statements: HotStatements, scales: readonly KnownScale[], id: number): void {
  for (const scale of scales) {
    if (scale.id !== id || scale.type_is_guessed === 0) continue
    statements.makeWeightScale.run(id)
    scale.type_is_guessed = 0
  }
}

function typeOf(values: Float64Array, row: number): 'weight' | 'thermometer' | 'humidity' {
  const at = row * FIELDS_A_ROW
  if (!Number.isNaN(values[at + Field.weight])) return 'weight'
  return Number.isNaN(values[at + Field.temperature]) ? 'humidity' : 'thermometer'
}
