import { writeFileSync } from 'node:fs'
import { scoreInjected, scoreReal, scoreSimulated } from './data-sets.ts'
import { type Row, scorePage, scoreTable } from './score-page.ts'

const intervals = [5, 10, 15, 60]
const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)

/** Seeds 1 to 20 and injections 1000 to 1299 were used while tuning; these were not. */
const simulatedSeeds = range(7001, 30)
const injectionSeeds = range(90_000, 600)

const rows: Row[] = []
for (const minutes of intervals)
  rows.push({ name: 'simulated apiaries', minutes, score: scoreSimulated(simulatedSeeds, minutes) })
for (const minutes of intervals) {
  const asTheyAre = scoreReal(minutes)
  if (asTheyAre) rows.push({ name: 'real hives as they are', minutes, score: asTheyAre })
}
for (const minutes of intervals) {
  const injected = scoreInjected(injectionSeeds, minutes)
  if (injected) rows.push({ name: 'real hives, swarms injected', minutes, score: injected })
}

console.log(scoreTable(rows))
if (process.argv.includes('--write')) {
  const file = new URL('../../docs/alarm-score.md', import.meta.url)
  writeFileSync(file, scorePage(rows, simulatedSeeds, injectionSeeds))
  console.log(`written to ${file.pathname}`)
}
