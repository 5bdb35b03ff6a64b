import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Sample } from '../../server/alerts/alarms/detectors/detector.ts'
import { type LabeledApiary, type LabeledHive, scoreSettings } from './labeled-hive.ts'
import { seededRandom } from './random.ts'

const FOLDER = new URL('../../../shared/data/hives/', import.meta.url)
const UTC_OFFSET_HOURS = -7
const LATITUDE = 32.2

/**
 * Real hives of one apiary (columns `timestamp,temp_c,weight_kg`, local time of Tucson), none of them known to have
 * swarmed. Null when the files are not there: they are not part of the project.
 */
export function readRealHives(folder: URL = FOLDER): LabeledApiary | null {
  if (!existsSync(folder)) return null
  const files = readdirSync(folder).filter((name) => name.endsWith('.csv.gz'))
  if (files.length === 0) return null
  const hives = files.sort().map(
    (name, at): LabeledHive => ({
      scaleId: at + 1,
      samples: readSamples(gunzipSync(readFileSync(new URL(name, folder))).toString()),
      labels: [],
      notes: [],
    }),
  )
  return { hives, settings: scoreSettings(UTC_OFFSET_HOURS, LATITUDE), intervalMinutes: 5 }
}

function readSamples(text: string): Sample[] {
  const samples: Sample[] = []
  for (const line of text.split('\n').slice(1)) {
    const [timestamp, , kilograms] = line.split(',')
    if (!timestamp || !kilograms) continue
    const time = Date.parse(`${timestamp.replace(' ', 'T')}Z`) / 1000 - UTC_OFFSET_HOURS * 3600
    const weightGrams = Math.round(Number(kilograms) * 1000)
    if (Number.isFinite(weightGrams) && time > (samples.at(-1)?.time ?? 0)) samples.push({ time, weightGrams })
  }
  return samples
}

/**
 * Every n-th reading of the same hives, as a scale with a longer interval would have sent. `phase` picks which.
 */
export function thinOut(apiary: LabeledApiary, every: number, phase = 0): LabeledApiary {
  return {
    ...apiary,
    intervalMinutes: apiary.intervalMinutes * every,
    hives: apiary.hives.map((hive) => ({
      ...hive,
      samples: hive.samples.filter((_, at) => at % every === phase % every),
    })),
  }
}

/**
 * The same hive with one swarm of 1 to 3 kg on a random day: the loss runs over 10 to 30 minutes, nine of ten between
 * 10 and 16 h, and the curve stays down by it. Only five days before it and two after are kept.
 */
export function injectSwarm(hive: LabeledHive, seed: number): LabeledHive {
  const random = seededRandom(seed)
  const first = hive.samples[0]!.time
  const days = Math.floor((hive.samples.at(-1)!.time - first) / 86400) - 3
  const midnight = first + random.whole(1, days) * 86400
  const hour = random.chance(0.9) ? random.between(10, 16) : random.between(8.5, 18)
  const from = Math.round(midnight + hour * 3600)
  const to = Math.round(from + random.between(10, 30) * 60)
  const grams = random.between(1000, 3000)
  const bell = random.chance(0.6)
  const samples = hive.samples
    .filter(({ time }) => time >= midnight - 5 * 86400 && time < midnight + 2 * 86400)
    .map(({ time, weightGrams }) => {
      const share = Math.min(1, Math.max(0, (time - from) / (to - from)))
      const gone = grams * (bell ? share * share * (3 - 2 * share) : share)
      return { time, weightGrams: Math.round(weightGrams - gone) }
    })
  return { ...hive, samples, labels: [{ what: 'swarm', from, to, grams: Math.round(grams) }] }
}
