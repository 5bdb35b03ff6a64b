import { createReadStream, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Sample } from '../../server/alerts/alarms/detectors/detector.ts'
import { alarmHeader, readHives } from './open-data.ts'

const LOSS_GRAMS = 1000
const SPAN_SECONDS = 3600
const QUIET_SECONDS = 6 * 3600

/**
 * What most scales offer: a swarm is told when a hive is 1 kg lighter than an hour before (at readings further apart, than at
 * the reading before), and nothing more for six hours. Give it one hive's samples one by one, in order of time.
 */
export function createToyDetector(): (sample: Sample) => boolean {
  const window: Sample[] = []
  let quietUntil = 0
  return (sample) => {
    window.push(sample)
    while (window.length > 2 && window[1]!.time <= sample.time - SPAN_SECONDS) window.shift()
    if (sample.time < quietUntil || window[0]!.weightGrams - sample.weightGrams < LOSS_GRAMS) return false
    quietUntil = sample.time + QUIET_SECONDS
    return true
  }
}

/** Runs it over what `npm run score -- --export <folder>` wrote, and answers the alarms as CSV. */
export async function toyAlarms(folder: string): Promise<string> {
  const detectors = new Map<string, ReturnType<typeof createToyDetector>>()
  const lines = [alarmHeader]
  for (const apiary of new Set(readHives(folder).map(({ apiary }) => apiary))) {
    const file = join(folder, 'readings', `${apiary}.csv`)
    for await (const line of createInterface({ input: createReadStream(file) })) {
      const [hive = '', time = '', kilograms] = line.split(',')
      if (hive === 'hive') continue
      const rings = detectors.get(hive) ?? createToyDetector()
      detectors.set(hive, rings)
      const sample = { time: Date.parse(time) / 1000, weightGrams: Math.round(Number(kilograms) * 1000) }
      if (rings(sample)) lines.push(`${hive},swarm,${time},${time},100`)
    }
  }
  return `${lines.join('\n')}\n`
}

const [, script, folder] = process.argv
if (script === import.meta.filename) {
  if (!folder || !existsSync(join(folder, 'hives.csv'))) throw new Error('say which folder the data was exported to')
  writeFileSync(join(folder, 'alarms.csv'), await toyAlarms(folder))
  console.log(`written to ${join(folder, 'alarms.csv')}`)
}
