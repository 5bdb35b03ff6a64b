import type { ImportMapping } from '#domain/import.ts'
import type { Deps } from '../http/deps.ts'
import type { ReadingNews, ScaleReadings } from '../readings/change-readings.ts'
import { readClosedBefore } from '../timeline/read-closed.ts'
import { createReadingReader, type ImportedReading } from './read-reading.ts'
import { readRows } from './read-rows.ts'

const CHUNK_READINGS = 5000

type Storing = Pick<Deps, 'database' | 'clock' | 'events' | 'wakeDeliveries'>
type Source = { importId: number; file: string; encoding: string; mapping: ImportMapping; rowsDone: number }

/**
 * Stores the readings of a file, some thousand a transaction, from the row after `rowsDone` on. Stops early where `isStopped`
 * says so; then the same call goes on from there. Throws `UnreadableFile`.
 */
export async function storeImport(deps: Storing, source: Source, isStopped: () => boolean): Promise<void> {
  const { importId, file, encoding, mapping } = source
  const closedBefore = await readClosedBefore(deps.database.db)
  const read = createReadingReader(mapping, Math.floor(deps.clock.now() / 1000), closedBefore)
  let waiting: ImportedReading[] = []
  let isHeader = mapping.hasHeader
  let rows = 0
  let bytes = 0
  const store = async () => {
    const chunk = { importId, nowMs: deps.clock.now(), readings: columnsOf(waiting), rowsDone: rows, bytesDone: bytes }
    tell(deps, await deps.database.write('importReadings', chunk))
    waiting = []
  }
  for await (const { cells, line, bytesDone } of readRows(file, { encoding, separator: mapping.separator })) {
    if (isHeader) {
      isHeader = false
      continue
    }
    // Rows that are done are read all the same: the hour that comes twice in autumn depends on the row before.
    const { readings } = read(cells, line)
    rows++
    bytes = bytesDone
    if (rows <= source.rowsDone) continue
    waiting.push(...readings)
    if (waiting.length < CHUNK_READINGS) continue
    await store()
    if (isStopped()) return
  }
  await store()
}

/** Says to open screens and to the delivery loop what changed. */
export function tell({ events, wakeDeliveries }: Pick<Deps, 'events' | 'wakeDeliveries'>, news: ReadingNews): void {
  for (const change of news.changed) events.publish({ type: 'reading', ...change })
  for (const change of news.alarms) events.publish({ type: 'alarm', ...change })
  if (news.alarms.length > 0) wakeDeliveries()
}

function columnsOf(readings: readonly ImportedReading[]): ScaleReadings[] {
  return [...Map.groupBy(readings, ({ scaleId }) => scaleId)].map(([scaleId, ofScale]) => {
    const column = (name: 'time' | 'weight' | 'temperature' | 'humidity') =>
      Int32Array.from(ofScale, (reading) => reading[name])
    return {
      scaleId,
      time: column('time'),
      columns: { weight: column('weight'), temperature: column('temperature'), humidity: column('humidity') },
    }
  })
}
