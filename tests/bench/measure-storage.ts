import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { type Bench, figure, type Row } from './bench.ts'
import { databaseFile } from './hivewatch.ts'

const MAXIMUM_BYTES = 8

/** Bytes of the whole database per reading: all levels, indexes, detector checkpoints, free pages. */
export function measureStorage({ dataDir, influx, readings }: Bench): Row[] {
  const ours = statSync(databaseFile(dataDir)).size / readings
  const theirs = influx && (folderSize(`${influx.folder}/data`) + folderSize(`${influx.folder}/wal`)) / readings
  return [
    {
      name: 'bytes a reading on disk (weight, temperature, humidity)',
      ours: figure(ours),
      influxdb: theirs === undefined ? '–' : figure(theirs),
      ratio: theirs === undefined ? '–' : `${figure(theirs / ours)} ×`,
      target: { text: `< ${MAXIMUM_BYTES}`, isMet: ours < MAXIMUM_BYTES },
    },
  ]
}

function folderSize(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)
}
