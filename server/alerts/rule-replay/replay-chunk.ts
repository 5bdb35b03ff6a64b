import type { Kysely } from 'kysely'
import type { Detection } from '#domain/alerts/detection.ts'
import { wholeTile } from '../../hives/timeline/whole-tiles.ts'
import type { Tables } from '../../store/tables.ts'
import type { DetectorSettings } from '../alarms/detectors/detector.ts'
import { decodeState, encodeState, initialState, runDetectors } from '../alarms/detectors/run-detectors.ts'
import { samplesOf } from '../alarms/replay-scale.ts'
import { selectRawTiles } from './rule-replay-queries.ts'

export type ReplayChunk = {
  scaleId: number
  /** Whole UTC days in epoch seconds. */
  from: number
  to: number
  /** The detectors' state before the chunk; null starts afresh. */
  state: Uint8Array | null
  settings: DetectorSettings
}

/** `told`: every form in which something was told, in the order of the readings. */
export type ReplayedChunk = { state: Uint8Array; told: Detection[]; readings: number }

/**
 * A reader thread's task: runs some days of one scale through the detectors, reading by reading as
 * they came in, so that alarms that rang at first and were withdrawn later are included. A damaged day is a gap.
 */
export async function replayChunk(db: Kysely<Tables>, chunk: ReplayChunk): Promise<ReplayedChunk> {
  let state = chunk.state ? decodeState(chunk.state) : initialState()
  const told: Detection[] = []
  let readings = 0
  for (const { bytes } of await selectRawTiles(db, chunk.scaleId, chunk.from, chunk.to)) {
    const tile = wholeTile(bytes, ['weight'])
    if (tile?.level !== 'raw') continue
    for (const sample of samplesOf(tile, -1)) {
      const run = runDetectors(state, [sample], chunk.settings)
      state = run.state
      told.push(...run.detections)
      readings++
    }
  }
  return { state: encodeState(state), told, readings }
}
