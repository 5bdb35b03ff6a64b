import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { mergeRaw } from '#domain/hives/tiles/tile-merge.ts'
import { emptyRawTile, levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { rebuildTiles } from '../../server/hives/timeline/rebuild-tiles.ts'
import { openDatabase } from '../../server/store/open-database.ts'

const STEP_SECONDS = 600

/** Puts days of readings every ten minutes into series, before `to`, straight into the file of a server that is not running. */
export async function fillWithDays(file: string, seriesIds: number[], days: number, to: number): Promise<void> {
  const database = await openDatabase(file, {
    readers: 1,
    onLost: (error) => {
      throw error
    },
  })
  const { revision } = await database.db.selectFrom('tile_cursor').select('revision').executeTakeFirstOrThrow()
  const first = to - (to % DAY_SECONDS) - days * DAY_SECONDS
  for (const seriesId of seriesIds) {
    const rows = Array.from({ length: days }, (_, day) => ({
      scale_id: seriesId,
      level: levelNumber.raw,
      from: first + day * DAY_SECONDS,
      bytes: encodeTile(dayOf(seriesId, first + day * DAY_SECONDS)),
      revision,
    }))
    await database.db.insertInto('tile').values(rows).execute()
  }
  await rebuildTiles(database)
  await database.close()
}

function dayOf(seriesId: number, from: number) {
  const times = Array.from({ length: DAY_SECONDS / STEP_SECONDS }, (_, i) => from + i * STEP_SECONDS)
  const noise = (time: number, span: number) => ((time / STEP_SECONDS) * 7919 + seriesId * 104_729) % span
  return mergeRaw(emptyRawTile(from), {
    length: times.length,
    time: times,
    columns: {
      weight: times.map((time) => 40_000 + noise(time, 61)),
      temperature: times.map((time) => 2000 + noise(time, 37)),
      humidity: times.map((time) => 600 + noise(time, 23)),
    },
  }).tile
}
