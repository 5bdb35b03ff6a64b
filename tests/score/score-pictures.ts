import { type Curve, drawCurves } from './draw-curves.ts'
import { falseAlarmsPerHiveYear, recall, type ScoredType, sweptPercents } from './score.ts'
import type { Row } from './score-page.ts'

/** A picture of the page: its file in docs, what it shows in words, and the SVG. */
export type Picture = { file: string; title: string; about: string; svg: string }

/** These tell the course; lines of the others lie between them. */
const drawnMinutes = [5, 10, 60, 180, 360]
const TOY_MINUTES = 10

const pictured: Partial<Record<ScoredType, { file: string; title: string }>> = {
  swarm: { file: 'alarm-score-swarms.svg', title: 'Swarms of 1 kg and more' },
  disturbance: { file: 'alarm-score-removals.svg', title: 'Removed or tipped hives' },
  activity: { file: 'alarm-score-robbing.svg', title: 'Robbing' },
  stores: { file: 'alarm-score-stores.svg', title: 'Stores for three weeks' },
  winter: { file: 'alarm-score-winter.svg', title: 'Winter consumption out of line, and dead colonies' },
  queen: { file: 'alarm-score-queen.svg', title: 'Lost queens' },
}

/** Curves of recall against false alarms, one picture an alarm; the plain threshold is a point. */
export function curvesOf(rows: readonly Row[], toy: readonly Row[]): Picture[] {
  return Object.entries(pictured).flatMap(([name, { file, title }]) => {
    const type = name as ScoredType
    const drawn = rows.filter(({ minutes, score }) => drawnMinutes.includes(minutes) && score.types[type].happened > 0)
    if (drawn.length === 0) return []
    const curves = drawn.map((row): Curve => ({ name: `${row.minutes} min`, points: pointsOf(row, type) }))
    const alone = type === 'swarm' ? toy.filter(({ minutes }) => minutes === TOY_MINUTES) : []
    const about = [
      `${title}: the share found against false alarms per hive and year, as the confidence from which an alarm rings goes from 5 to 95 %.`,
      `The ring on each line is the 50 % in use: ${drawn.map((row) => ringingWords(row, type)).join('; ')}.`,
      ...alone.map((row) => `The cross is a plain threshold of 1 kg, ${ringingWords(row, type)}.`),
    ].join(' ')
    return { file, title, about, svg: drawCurves(title, about, curves, alone.map(plainPoint)) }
  })
}

const pointsOf = ({ score }: Row, type: ScoredType): Curve['points'] =>
  sweptPercents.map((percent, at) => ({
    percent,
    falsePerYear: score.types[type].swept.falseAlarms[at]! / score.hiveYears,
    recall: score.types[type].swept.found[at]! / score.types[type].happened,
  }))

const plainPoint = ({ minutes, score }: Row): Curve => ({
  name: `1 kg threshold, ${minutes} min`,
  points: [{ percent: 50, falsePerYear: falseAlarmsPerHiveYear(score, 'swarm'), recall: recall(score.types.swarm) }],
})

const ringingWords = ({ minutes, score }: Row, type: ScoredType): string =>
  `every ${minutes} min ${(100 * recall(score.types[type])).toFixed(1)} % at ${falseAlarmsPerHiveYear(score, type).toFixed(2)}`
