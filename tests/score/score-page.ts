import { readFileSync } from 'node:fs'
import {
  falseAlarmsPerHiveYear,
  medianDelayMinutes,
  medianFirstMinutes,
  recall,
  type Score,
  type ScoredType,
  wilson,
} from './score.ts'
import type { Picture } from './score-pictures.ts'

export type Row = { name: string; minutes: number; score: Score }

const headings = [
  'data',
  'read every',
  'hive-years',
  'swarms found',
  'or told quietly',
  'false / hive-year',
  'minutes to first push',
  'to loud push',
  'removals found',
  'false / hive-year',
  'robbing found',
  'false / hive-year',
]

/** The figures as a table in Markdown, columns padded so that it reads on a terminal too. */
export function scoreTable(rows: readonly Row[]): string {
  return table([headings, ...rows.map(figures)])
}

function table(cells: readonly string[][]): string {
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(cells[0]!), rule, ...cells.slice(1).map(line)].join('\n')
}

function figures({ name, minutes, score }: Row): string[] {
  const { swarm } = score.types
  const falseAlarms = (type: ScoredType) => falseAlarmsPerHiveYear(score, type).toFixed(2)
  const delays = [medianFirstMinutes(swarm), medianDelayMinutes(swarm)]
  return [
    name,
    minutes === 0 ? '–' : `${minutes} min`,
    score.hiveYears.toFixed(1),
    found(score, 'swarm'),
    swarm.happened === 0 ? '–' : `${((100 * swarm.told) / swarm.happened).toFixed(1)} %`,
    falseAlarms('swarm'),
    ...delays.map((minutes) => (Number.isNaN(minutes) ? '–' : minutes.toFixed(0))),
    found(score, 'disturbance'),
    falseAlarms('disturbance'),
    found(score, 'activity'),
    falseAlarms('activity'),
  ]
}

function found(score: Score, type: ScoredType): string {
  const { happened, found: count } = score.types[type]
  if (happened === 0) return '–'
  return `${(100 * recall(score.types[type])).toFixed(1)} % (${count}/${happened})`
}

const namesOf: Record<ScoredType, string> = {
  swarm: 'swarm',
  disturbance: 'removal',
  activity: 'robbing',
  stores: 'stores',
  winter: 'winter',
  queen: 'queen',
}
export const alarmTypes = ['swarm', 'disturbance', 'activity'] as const
export const hintTypes = ['stores', 'winter', 'queen'] as const
const winterTypes = ['stores', 'winter'] as const

const confusionHeadings = [
  'alarm',
  'read every',
  'event: rang',
  'event: quiet',
  'event: silent',
  'found, 95 % range',
  'no event: rang',
  'no event: quiet',
  'no event: silent hive-days',
]

/** Rang, told quietly or silent against whether there was an event, for each alarm and row. */
export function confusionTable(rows: readonly Row[], types: readonly ScoredType[]): string {
  const lines = types.flatMap((type) =>
    rows.map(({ minutes, score }) => {
      const { happened, found, told, falseAlarms, falseQuiet, silentDays } = score.types[type]
      const { low, high } = wilson(found, happened)
      return [
        namesOf[type],
        minutes === 0 ? '–' : `${minutes} min`,
        String(found),
        String(told - found),
        String(happened - told),
        happened === 0 ? '–' : `${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)} %`,
        String(falseAlarms),
        String(falseQuiet),
        String(silentDays),
      ]
    }),
  )
  return table([confusionHeadings, ...lines])
}

/** Hints that take days: recall, false ones and days of delay. */
export function hintTable(rows: readonly Row[]): string {
  const head = [
    'data',
    'read every',
    'hive-years',
    ...hintTypes.flatMap((type) => [`${type} found`, 'false / hive-year', 'days until told']),
  ]
  const cells = rows.map(({ name, minutes, score }) => [
    name,
    minutes === 0 ? '–' : `${minutes} min`,
    score.hiveYears.toFixed(1),
    ...hintTypes.flatMap((type) => {
      const days = medianDelayMinutes(score.types[type]) / 1440
      const falseOnes = falseAlarmsPerHiveYear(score, type).toFixed(2)
      return [found(score, type), falseOnes, Number.isNaN(days) ? '–' : days.toFixed(0)]
    }),
  ])
  return table([head, ...cells])
}

export type Page = {
  simulated: readonly Row[]
  sentTogether: readonly Row[]
  toy: readonly Row[]
  winters: readonly Row[]
  summers: readonly Row[]
  pictures: readonly Picture[]
  seeds: {
    simulated: readonly number[]
    injected: readonly number[]
    winters: readonly number[]
    summers: readonly number[]
  }
}

/** The page `docs/alarm-score.md`; what does not change from run to run stands in `score-method.md` beside this file. */
export function scorePage({ simulated, sentTogether, toy, winters, summers, pictures, seeds }: Page): string {
  const parts: Record<string, string> = {
    figures: scoreTable([...simulated, ...sentTogether]),
    confusion: confusionTable(simulated, alarmTypes),
    hints: hintTable([...winters, ...summers]),
    'hint-confusion': confusionTable(winters, winterTypes),
    'queen-confusion': confusionTable(summers, ['queen']),
    'summer-seeds': `${seeds.summers[0]} to ${seeds.summers.at(-1)}`,
    curves: pictures.map(({ file, about }) => `![${about}](${file})`).join('\n\n'),
    'winter-seeds': `${seeds.winters[0]} to ${seeds.winters.at(-1)}`,
    toy: toyTable(simulated, toy),
    'simulated-seeds': `${seeds.simulated[0]} to ${seeds.simulated.at(-1)}`,
    'injection-seeds': `${seeds.injected[0]} to ${seeds.injected.at(-1)}`,
  }
  return readFileSync(new URL('score-method.md', import.meta.url), 'utf8').replace(/\{\{(.+?)\}\}/g, (_, name) => {
    const part = parts[name]
    if (part === undefined) throw new Error(`score-method.md asks for «${name}», which nothing makes`)
    return part
  })
}

function toyTable(rows: readonly Row[], toy: readonly Row[]): string {
  const cells = rows.map(({ minutes, score }) => {
    const plain = toy.find((row) => row.minutes === minutes)!.score
    const falseOf = (one: Score) => falseAlarmsPerHiveYear(one, 'swarm').toFixed(2)
    return [`${minutes} min`, found(score, 'swarm'), falseOf(score), found(plain, 'swarm'), falseOf(plain)]
  })
  return table([
    ['read every', 'HiveWatch: swarms found', 'false / hive-year', '1 kg threshold: found', 'false / hive-year'],
    ...cells,
  ])
}
