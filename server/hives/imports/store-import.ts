import type { ImportMapping } from '#domain/hives/import.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import type { ReadingNews, ScaleReadings } from '../readings/change-readings.ts'
import { readClosedBefore } from '../timeline/read-closed.ts'
import { createReadingReader, type ImportedReading } from './read-reading.ts'
import { readRows } from './read-rows.ts'

const CHUNK_READINGS = 5000
const CHUNK_DAYS = 200

type Storing = Pick<Deps, 'database' | 'clock' | 'events' | 'ingest'>
type Source = { importId: number; file: string; encoding: string; mapping: ImportMapping; rowsDone: number }

/**
 * Stores the readings of a file, a few thousand per transaction, starting after row `rowsDone`. Stops early when `isStopped` returns
 * true; calling it again resumes from there. Returns false once a scale is gone or no longer theirs. Throws `UnreadableFile`.
 */
export async function storeImport(deps: Storing, source: Source, isStopped: () => boolean): Promise<boolean> {
  const { importId, file, encoding, mapping } = source
  const closedBefore = await readClosedBefore(deps.database.db)
  const read = createReadingReader(mapping, Math.floor(deps.clock.now() / 1000), closedBefore)
  let waiting: ImportedReading[] = []
  const days = new Set<string>()
  let isHeader = mapping.hasHeader
  let rows = 0
  let bytes = 0
  const store = async (): Promise<boolean> => {
    days.clear()
    const chunk = { importId, readings: columnsOf(waiting), rowsDone: rows, bytesDone: bytes }
    const news = await deps.database.write('importReadings', chunk)
    if (news === 'given_away') return false
    tell(deps, news)
    waiting = []
    return true
  }
  for await (const { cells, line, bytesDone } of readRows(file, { encoding, separator: mapping.separator })) {
    if (isHeader) {
      isHeader = false
      continue
    }
    // Rows already done are read nevertheless: the hour that occurs twice in autumn depends on the row before.
    const { readings } = read(cells, line)
    rows++
    bytes = bytesDone
    if (rows <= source.rowsDone) continue
    waiting.push(...readings)
    for (const { scaleId, time } of readings) days.add(`${scaleId} ${Math.floor(time / DAY_SECONDS)}`)
    if (waiting.length < CHUNK_READINGS && days.size < CHUNK_DAYS) continue
    if (!(await store())) return false
    if (isStopped()) return true
  }
  return store()
}

/** Tells open screens what changed, and wakes detection. */
export function tell({ events, ingest }: Pick<Deps, 'events' | 'ingest'>, news: ReadingNews): void {
  for (const change of news.changed) events.publish({ type: 'reading', ...change })
  ingest.wake()
}

function columnsOf(readings: readonly ImportedReading[]): ScaleReadings[] {
  return [...Map.groupBy(readings, ({ scaleId }) => scaleId)].map(([scaleId, ofScale]) => {
    const column = (name: 'weight' | 'temperature' | 'humidity') => Int32Array.from(ofScale, (reading) => reading[name])
    return {
      scaleId,
      time: Uint32Array.from(ofScale, ({ time }) => time),
      columns: { weight: column('weight'), temperature: column('temperature'), humidity: column('humidity') },
    }
  })
}
