import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import {
  scoreInjected,
  scoreReal,
  scoreSimulated,
  scoreSummers,
  scoreToy,
  scoreWinters,
  simulatedApiaries,
  simulatedSummers,
  simulatedWinters,
} from './data-sets.ts'
import { exportApiaries, judgeAlarms } from './open-data.ts'
import { scoredTypes } from './score.ts'
import { alarmTypes, confusionTable, hintTable, hintTypes, type Row, scorePage, scoreTable } from './score-page.ts'
import { curvesOf } from './score-pictures.ts'

const intervals = [5, 10, 15, 30, 60, 120, 180, 360]
/** Read every ten minutes, sent together. */
const batches = [60, 180, 360]
const BATCHED_INTERVAL = 10
const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)

/** Seeds 1 to 50 and injections 1000 to 1599 were used while tuning; these were not. */
const simulatedSeeds = range(8001, 30)
const injectionSeeds = range(95_000, 600)
/** Of winters 101 to 150 were used while tuning. */
const winterSeeds = range(9001, 40)
/** Of summers 101 to 130 and 9101 to 9140 were used while tuning. */
const summerSeeds = range(9201, 40)
const winterIntervals = [60, 360]

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    export: { type: 'string' },
    judge: { type: 'string' },
    data: { type: 'string' },
    winters: { type: 'boolean', default: false },
    summers: { type: 'boolean', default: false },
    every: { type: 'string', default: String(BATCHED_INTERVAL) },
    seeds: { type: 'string' },
  },
})

if (values.export !== undefined) exportData(values.export)
else if (values.judge !== undefined) judge(values.judge)
else scoreAll()

function exportData(folder: string): void {
  const minutes = Number(values.every)
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 1440) throw new Error('--every is in minutes, 1 to 1440')
  const usual = values.winters ? winterSeeds : values.summers ? summerSeeds : simulatedSeeds
  const simulate = values.winters ? simulatedWinters : values.summers ? simulatedSummers : simulatedApiaries
  const [first = 0, last = first] = (values.seeds ?? `${usual[0]}-${usual.at(-1)}`).split('-').map(Number)
  const seeds = range(first, last - first + 1)
  if (seeds.length === 0 || !seeds.every(Number.isInteger)) throw new Error('--seeds is a number, or two: 8001-8030')
  exportApiaries(folder, simulate(seeds, minutes))
  console.log(`${seeds.length} apiaries, read every ${minutes} minutes, were written to ${folder}`)
}

function judge(file: string): void {
  const folder = values.data ?? dirname(file)
  if (!existsSync(`${folder}/hives.csv`))
    throw new Error(`--data says which folder the data was exported to: no hives.csv in ${folder}`)
  const row = { name: file, minutes: 0, score: judgeAlarms(folder, readFileSync(file, 'utf8')) }
  console.log([scoreTable([row]), hintTable([row]), confusionTable([row], scoredTypes)].join('\n\n'))
}

function scoreAll(): void {
  const simulated: Row[] = intervals.map((minutes) => ({
    name: 'simulated apiaries',
    minutes,
    score: scoreSimulated(simulatedSeeds, minutes),
  }))
  const sentTogether = batches.map((batch) => ({
    name: `simulated, sent every ${batch / 60} h`,
    minutes: BATCHED_INTERVAL,
    score: scoreSimulated(simulatedSeeds, BATCHED_INTERVAL, batch),
  }))
  const toy = intervals.map((minutes) => ({
    name: 'plain threshold of 1 kg',
    minutes,
    score: scoreToy(simulatedSeeds, minutes),
  }))
  const real = [
    ...intervals.map((minutes) => ({ name: 'real hives as they are', minutes, score: scoreReal(minutes) })),
    ...intervals.map((minutes) => ({
      name: 'real hives, swarms injected',
      minutes,
      score: scoreInjected(injectionSeeds, minutes),
    })),
  ].filter((row): row is Row => row.score !== null)
  console.log(scoreTable([...simulated, ...sentTogether, ...toy, ...real]))
  const winters = winterIntervals.map((minutes) => ({
    name: 'simulated winters',
    minutes,
    score: scoreWinters(winterSeeds, minutes),
  }))
  const summers = winterIntervals.map((minutes) => ({
    name: 'simulated summers',
    minutes,
    score: scoreSummers(summerSeeds, minutes),
  }))
  console.log(`\n${confusionTable(simulated, alarmTypes)}`)
  console.log(`\n${hintTable([...winters, ...summers])}\n\n${confusionTable([...winters, ...summers], hintTypes)}`)
  if (!values.write) return
  const docs = new URL('../../docs/', import.meta.url)
  const pictures = [...curvesOf(simulated, toy), ...curvesOf(winters, []), ...curvesOf(summers, [])]
  for (const { file, svg } of pictures) writeFileSync(new URL(file, docs), svg)
  const seeds = { simulated: simulatedSeeds, injected: injectionSeeds, winters: winterSeeds, summers: summerSeeds }
  writeFileSync(
    new URL('alarm-score.md', docs),
    scorePage({ simulated, sentTogether, toy, winters, summers, pictures, seeds }),
  )
  console.log(`the simulated part was written to ${docs.pathname}alarm-score.md`)
}
