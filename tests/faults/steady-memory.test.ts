import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Owner, provision, scaleIdsOf } from '../bench/hivewatch.ts'
import { measureLoad } from '../bench/measure-load.ts'
import { median } from '../bench/statistics.ts'
import { IS_LONG_RUN, installationForEachTest } from './installation.ts'
import { fetchWell, watchOthers } from './onlookers.ts'

/** How long it runs. Time passes 300 times faster than for transmitters that report every ten minutes. */
const MINUTES = Number(process.env.FAULTS_MEMORY_MINUTES ?? 6)
const TRANSMITTERS = 100
const REQUESTS_A_SECOND = 50
const SAMPLE_MS = 5000
const DAY = 86_400
/** The detection state fills up during its first two weeks, so these come before the measurement. */
const DAYS_BEFORE = 17
const STEPS_A_DAY = 144
const FILLING_A_SECOND = 1500

const place = installationForEachTest(() => ({ SUBSCRIPTIONS: 'off', REGISTRATIONS_PER_HOUR: '1000' }))

/** The memory that the process uses. */
function residentMegabytes(): number {
  const status = readFileSync(`/proc/${place.server.process.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

function read(owner: Owner, path: string, accept = 'application/json') {
  return () => fetchWell(`${place.url}/api${path}`, { headers: { cookie: owner.cookie, accept } })
}

test.runIf(IS_LONG_RUN)(
  'memory use is stable while transmitters send and people use the app',
  async () => {
    await place.start()
    const owner = await provision(place.url, 'sender', TRANSMITTERS, 1_000)
    const rounds = Math.ceil((MINUTES * 60 * REQUESTS_A_SECOND) / TRANSMITTERS)
    const from = Math.floor(Date.now() / 1000 / 600) * 600 - (rounds + 1) * 600
    const load = (seconds: number, at: number, rate = REQUESTS_A_SECOND) =>
      measureLoad({
        target: 'hivewatch',
        port: Number(new URL(place.url).port),
        connections: 8,
        seconds,
        maximumRequests: rate * seconds,
        rate,
        transmitters: owner.transmitters,
        from: at,
      })
    const filling = Math.floor((DAYS_BEFORE * STEPS_A_DAY * TRANSMITTERS) / FILLING_A_SECOND)
    await load(filling, from - DAYS_BEFORE * DAY, FILLING_A_SECOND)
    const scales = (await scaleIdsOf(place.url, owner)).slice(0, 20)
    // the requested span stays the same length, and its first day fills up
    const span = `from=${from - 30 * DAY}&to=${from + DAY}`
    const ended = watchOthers(
      {
        dashboard: read(owner, '/dashboard'),
        timeline: read(owner, `/timeline?scales=${scales}&${span}&level=hour`),
        tiles: read(owner, `/timeline?scales=${scales}&${span}&level=raw`, 'application/octet-stream'),
        figures: () => fetchWell(`${place.url}/metrics`),
      },
      500,
    )
    const samples: number[] = []
    const sampling = setInterval(() => samples.push(residentMegabytes()), SAMPLE_MS)
    await load(MINUTES * 60, from)
    await pause(SAMPLE_MS)
    clearInterval(sampling)
    const seen = await ended()
    for (const [name, { failures }] of Object.entries(seen)) expect(failures, name).toEqual([])

    const tenth = Math.ceil(samples.length / 10)
    const figures = Array.from({ length: 10 }, (_, i) => median(samples.slice(i * tenth, (i + 1) * tenth)).toFixed(0))
    console.log(`resident memory in each tenth of ${MINUTES} minutes: ${figures.join(', ')} MB`)
    const quarter = Math.floor(samples.length / 4)
    const early = median(samples.slice(quarter, 2 * quarter))
    const late = median(samples.slice(-quarter))
    expect(late).toBeLessThan(early * 1.15)
    expect(late).toBeLessThan(500)
  },
  (MINUTES + 15) * 60_000,
)
