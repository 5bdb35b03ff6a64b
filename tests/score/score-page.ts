import { falseAlarmsPerHiveYear, medianDelayMinutes, recall, type Score, type ScoredType } from './score.ts'

export type Row = { name: string; minutes: number; score: Score }

const headings = [
  'data',
  'read every',
  'hive-years',
  'swarms found',
  'or told quietly',
  'false / hive-year',
  'minutes to push',
  'removals found',
  'false / hive-year',
  'robbing found',
  'false / hive-year',
]

/** The figures as a table in Markdown, columns padded so that it reads on a terminal too. */
export function scoreTable(rows: readonly Row[]): string {
  const cells = [headings, ...rows.map(figures)]
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(cells[0]!), rule, ...cells.slice(1).map(line)].join('\n')
}

function figures({ name, minutes, score }: Row): string[] {
  const { swarm } = score.types
  const falseAlarms = (type: ScoredType) => falseAlarmsPerHiveYear(score, type).toFixed(2)
  const delay = medianDelayMinutes(swarm)
  return [
    name,
    `${minutes} min`,
    score.hiveYears.toFixed(1),
    found(score, 'swarm'),
    swarm.happened === 0 ? '–' : `${((100 * swarm.told) / swarm.happened).toFixed(1)} %`,
    falseAlarms('swarm'),
    Number.isNaN(delay) ? '–' : delay.toFixed(0),
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

/** The page `docs/alarm-score.md`. */
export function scorePage(rows: readonly Row[], simulated: readonly number[], injected: readonly number[]): string {
  return `# How good the alarms are

Written by \`npm run score -- --write\`; \`npm run score\` only prints. Every figure comes from replaying labelled
weights through the server's own \`runDetectors\` and \`assessAlarm\`, reading by reading: an alarm is judged only by
what was known when it was made.

${scoreTable(rows)}

Seeds of this run: simulated apiaries ${simulated[0]} to ${simulated.at(-1)}, injected swarms ${injected[0]} to ${injected.at(-1)}. The detectors were tuned on
others (1 to 50, and 1000 to 1599) and never on these. The real hives without injections are the same in both, so
their false alarms are not a blind test.

## How to read it
- **Found** counts what rang (confidence of 50 % or more, see \`docs/decisions/alarms-ring-by-confidence.md\`), from 20 minutes
  before to 2.5 hours (at readings further apart, to 2.5 intervals) after the event. Swarms count from 1 kg; smaller ones count neither as missed nor as false.
- **False** is whatever rang without its event, provisional alarms that were withdrawn later included. What is told
  quietly counts neither as found nor as false.
- **Minutes to push** is the median time from the first bee leaving to the first loud push; where readings are sent together, from the arrival
  of those that can tell of it. With readings a
  quarter of an hour or an hour apart one reading cannot be told from a fault of the scale, so the second one rings; with
  hourly readings the first one is told quietly.
- The **targets** are 95 % of swarms of 1 kg or more, under 1 false swarm alarm per hive-year, and a push within 20 minutes at readings
  of 5 and 10 minutes.
- **Simulated apiaries** (\`tests/score/simulate-apiary.ts\`) have one to nine hives and one year each: nectar flow, foragers, rain, wind, drift
  of 5 to 20 g/K, noise, spikes of up to 1.35 kg, gaps, inspections of the whole apiary every one to three weeks (two in five
  written down, mostly afterwards), glances under lids, feeding, two harvests, and more swarms, removals and robberies than in life.
  A harvest or a hive lifted off its scale during an inspection that rings as a disturbance counts as false, though the
  beekeeper stands beside it.
- **Real hives** are printed where their files are present (\`../shared/data/hives\`), and are not part of this page: six neighbours in a
  desert summer, read every 5 minutes, not known to have swarmed. Longer intervals leave readings out.
  Injected swarms take 1 to 3 kg over 10 to 30 minutes, on any day, also during an inspection; that is most of what is missed.
- **Readings an hour and more apart** miss the recall target: a neighbour's step, even a spike not yet over, weighs more when so little is known, and
  a loss between two readings may be foraging, rain or hands. Nearly all of those swarms are told quietly. Where the readings are taken often and
  sent seldom, nothing is lost but time.
`
}
