import { writeFileSync } from 'node:fs'
import { scoreInjected, scoreReal, scoreSimulated } from './data-sets.ts'
import { type Row, scorePage, scoreTable } from './score-page.ts'

const intervals = [5, 10, 15, 30, 60, 120, 180, 360]
/** Read every ten minutes, sent together. */
const batches = [60, 180, 360]
const BATCHED_INTERVAL = 10
const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)

/** Seeds 1 to 50 and injections 1000 to 1599 were used while tuning; these were not. */
const simulatedSeeds = range(8001, 30)
const injectionSeeds = range(95_000, 600)

const simulated: Row[] = intervals.map((minutes) => ({
  name: 'simulated apiaries',
  minutes,
  score: scoreSimulated(simulatedSeeds, minutes),
}))
for (const batch of batches) {
  simulated.push({
    name: `simulated, sent every ${batch / 60} h`,
    minutes: BATCHED_INTERVAL,
    score: scoreSimulated(simulatedSeeds, BATCHED_INTERVAL, batch),
  })
}
const real: Row[] = []
for (const minutes of intervals) {
  const asTheyAre = scoreReal(minutes)
  if (asTheyAre) real.push({ name: 'real hives as they are', minutes, score: asTheyAre })
}
for (const minutes of intervals) {
  const injected = scoreInjected(injectionSeeds, minutes)
  if (injected) real.push({ name: 'real hives, swarms injected', minutes, score: injected })
}

console.log(scoreTable([...simulated, ...real]))
if (process.argv.includes('--write')) {
  const file = new URL('../../docs/alarm-score.md', import.meta.url)
  writeFileSync(file, scorePage(simulated, simulatedSeeds, injectionSeeds))
  console.log(`the simulated part was written to ${file.pathname}`)
}
