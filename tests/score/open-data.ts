import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Label, LabeledApiary } from './labeled-hive.ts'
import { addToScore, emptyScore, type HeardAlarm, nameOf, type Score, type ScoredType, scoredTypes } from './score.ts'

/** What is written for others, and read from them: CSV, times in UTC, weights in kilograms. */
export const alarmHeader = 'hive,alarm,began,told,confidence'
const hiveHeader = 'hive,apiary,utc_offset_hours,latitude,read_every_minutes,first,last,empty_kg'
const truthHeader = 'hive,event,from,to,weight_kg'
const noteHeader = 'hive,time,noted_at'
const readingHeader = 'hive,time,weight_kg,temperature_c'

const LOUD_PERCENT = 100

/** A hive as it stands in `hives.csv`; times in epoch seconds. */
export type OpenHive = { hive: string; apiary: string; intervalMinutes: number; first: number; last: number }

const written = (time: number): string => new Date(time * 1000).toISOString().replace('.000', '')
const kilograms = (grams: number): string => (grams / 1000).toFixed(3)

/** Writes labeled apiaries into a folder: readings and notes, which a detector may use, and apart from them the truth. */
export function exportApiaries(folder: string, apiaries: Iterable<{ name: string; apiary: LabeledApiary }>): void {
  mkdirSync(join(folder, 'readings'), { recursive: true })
  const hives = [hiveHeader]
  const truth = [truthHeader]
  const notes = [noteHeader]
  for (const { name, apiary } of apiaries) {
    const readings: { time: number; line: string }[] = []
    for (const { scaleId, samples, celsius, labels, notes: noted, emptyGrams } of apiary.hives) {
      const hive = `${name}-${scaleId}`
      const empty = emptyGrams === undefined ? '' : kilograms(emptyGrams)
      const ends = [samples[0]!, samples.at(-1)!].map(({ time }) => written(time))
      hives.push(
        [
          hive,
          name,
          apiary.settings.utcOffsetHours,
          apiary.settings.latitude,
          apiary.intervalMinutes,
          ...ends,
          empty,
        ].join(','),
      )
      for (const { what, from, to, grams } of labels) {
        truth.push([hive, what, written(Math.round(from)), written(Math.round(to)), kilograms(grams)].join(','))
      }
      for (const { time, notedAt } of noted) {
        notes.push([hive, written(Math.round(time)), written(Math.round(notedAt))].join(','))
      }
      samples.forEach(({ time, weightGrams }, at) => {
        const temperature = celsius?.[at]?.toFixed(1) ?? ''
        readings.push({ time, line: [hive, written(time), kilograms(weightGrams), temperature].join(',') })
      })
    }
    readings.sort((a, b) => a.time - b.time)
    const lines = [readingHeader, ...readings.map(({ line }) => line)]
    writeFileSync(join(folder, 'readings', `${name}.csv`), `${lines.join('\n')}\n`)
  }
  for (const [file, lines] of [
    ['hives.csv', hives] as const,
    ['truth.csv', truth] as const,
    ['notes.csv', notes] as const,
  ]) {
    writeFileSync(join(folder, file), `${lines.join('\n')}\n`)
  }
}

/** Rows by the names of their columns. Throws where a column is missing, or a row has too few. */
function readRows<Column extends string>(text: string, header: string, file: string): Record<Column, string>[] {
  const [first = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const columns = first.split(',').map((name) => name.trim())
  const missing = header.split(',').filter((name) => !columns.includes(name))
  if (missing.length > 0) throw new Error(`${file} lacks the column ${missing.join(', ')}`)
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return []
    const cells = line.split(',')
    if (cells.length < columns.length)
      throw new Error(`${file}, line ${at + 2}: ${columns.length} columns are expected`)
    return [Object.fromEntries(columns.map((name, column) => [name, cells[column]!.trim()])) as Record<Column, string>]
  })
}

function readTime(text: string, file: string): number {
  const time = Date.parse(text) / 1000
  if (Number.isNaN(time)) throw new Error(`${file}: «${text}» is no time; write 2025-05-17T11:20:00Z`)
  return time
}

export function readHives(folder: string): OpenHive[] {
  const text = readFileSync(join(folder, 'hives.csv'), 'utf8')
  type Column = 'hive' | 'apiary' | 'read_every_minutes' | 'first' | 'last'
  return readRows<Column>(text, 'hive,apiary,read_every_minutes,first,last', 'hives.csv').map(
    ({ hive, apiary, read_every_minutes, first, last }) => ({
      hive,
      apiary,
      intervalMinutes: Number(read_every_minutes),
      first: readTime(first, 'hives.csv'),
      last: readTime(last, 'hives.csv'),
    }),
  )
}

/**
 * Scores alarms that another detector made of an exported folder. `alarms` is the text of its CSV: which hive, `alarm` (as
 * `nameOf` has it), when that began and when it was told, and the confidence in percent (from 50 on it rang; none
 * is 100). One alarm may have several rows as its confidence rises. Throws where it is about a hive or an event that is not there.
 */
export function judgeAlarms(folder: string, alarms: string): Score {
  const hives = readHives(folder)
  const idOf = new Map(hives.map(({ hive }, at) => [hive, at + 1]))
  const ringing = readAlarms(alarms, idOf)
  const labels = readTruth(readFileSync(join(folder, 'truth.csv'), 'utf8'))
  const score = emptyScore()
  for (const { hive, intervalMinutes, first, last } of hives) {
    const scaleId = idOf.get(hive)!
    const samples = [first, last].map((time) => ({ time, weightGrams: 0 }))
    const own = ringing.filter((alarm) => alarm.scaleId === scaleId)
    addToScore(score, { hives: [{ scaleId, samples, labels: labels.get(hive) ?? [] }], intervalMinutes }, own)
  }
  return score
}

function readTruth(text: string): Map<string, Label[]> {
  type Column = 'hive' | 'event' | 'from' | 'to' | 'weight_kg'
  const labels = new Map<string, Label[]>()
  for (const row of readRows<Column>(text, truthHeader, 'truth.csv')) {
    const what = row.event as Label['what']
    const [from, to] = [readTime(row.from, 'truth.csv'), readTime(row.to, 'truth.csv')]
    const own = labels.get(row.hive) ?? []
    own.push({ what, from, to, grams: Math.round(Number(row.weight_kg) * 1000) })
    labels.set(row.hive, own)
  }
  return labels
}

function readAlarms(text: string, idOf: ReadonlyMap<string, number>): HeardAlarm[] {
  const typeOf = new Map<string, ScoredType>(scoredTypes.map((type) => [nameOf[type], type]))
  const told = new Map<string, HeardAlarm>()
  type Column = 'hive' | 'alarm' | 'began' | 'told' | 'confidence'
  const rows = readRows<Column>(text, 'hive,alarm,told', 'the alarms').map((row) => ({
    ...row,
    at: readTime(row.told, 'the alarms'),
  }))
  for (const { hive, alarm, began, at, confidence } of rows.sort((a, b) => a.at - b.at)) {
    const scaleId = idOf.get(hive)
    const type = typeOf.get(alarm)
    if (scaleId === undefined) throw new Error(`the alarms: there is no hive «${hive}»`)
    if (!type) throw new Error(`the alarms: «${alarm}» is none of ${[...typeOf.keys()].join(', ')}`)
    const startedAt = began ? readTime(began, 'the alarms') : at
    const confidencePercent = confidence ? Number(confidence) : LOUD_PERCENT
    if (!(confidencePercent >= 0 && confidencePercent <= 100)) {
      throw new Error(`the alarms: «${confidence}» is no confidence from 0 to 100`)
    }
    const name = `${scaleId} ${type} ${startedAt}`
    const known = told.get(name) ?? { scaleId, type, startedAt, levels: [] }
    if (confidencePercent > (known.levels.at(-1)?.confidencePercent ?? -1)) known.levels.push({ at, confidencePercent })
    told.set(name, known)
  }
  return [...told.values()]
}

/** Alarms of our own in the same form; `hiveOf` names the hive of a scale. */
export function alarmRows(ringing: readonly HeardAlarm[], hiveOf: (scaleId: number) => string): string[] {
  return ringing.flatMap(({ scaleId, type, startedAt, levels }) =>
    levels.map(({ at, confidencePercent }) =>
      [hiveOf(scaleId), nameOf[type], written(startedAt), written(at), confidencePercent].join(','),
    ),
  )
}
