import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scoreSimulated, scoreToy, simulatedApiaries } from './data-sets.ts'
import { alarmHeader, alarmRows, exportApiaries, judgeAlarms } from './open-data.ts'
import { replayApiary } from './replay-apiary.ts'
import { toyAlarms } from './toy-detector.ts'

const seeds = [511, 512]
const MINUTES = 60

describe('what is written for others', { timeout: 60_000 }, () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'score-'))
    exportApiaries(folder, simulatedApiaries(seeds, MINUTES))
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const textOf = (file: string) => readFileSync(join(folder, file), 'utf8')

  test('the readings tell nothing of the truth', () => {
    expect(readdirSync(folder).sort()).toEqual(['hives.csv', 'notes.csv', 'readings', 'truth.csv'])
    expect(readdirSync(join(folder, 'readings'))).toEqual(['511.csv', '512.csv'])
    const [header, first] = textOf('readings/511.csv').split('\n')
    expect(header).toBe('hive,time,weight_kg,temperature_c')
    expect(first).toMatch(/^511-\d,2024-12-31T23:\d\d:\d\dZ,\d+\.\d{3},-?\d+\.\d$/)
    expect(textOf('truth.csv')).toContain('swarm')
  })

  test('readings of all hives of an apiary are in order of time', () => {
    const times = textOf('readings/512.csv')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[1]!)
    expect(times.length).toBeGreaterThan(8000)
    expect(times).toEqual(times.toSorted())
  })

  test('our own alarms, written down and judged, have the figures of the score', () => {
    const rows = [...simulatedApiaries(seeds, MINUTES)].flatMap(({ name, apiary }) =>
      alarmRows(replayApiary(apiary), (scaleId) => `${name}-${scaleId}`),
    )
    expect(judgeAlarms(folder, [alarmHeader, ...rows].join('\n'))).toEqual(scoreSimulated(seeds, MINUTES))
  })

  test('the plain threshold finds most swarms and cries wolf, by either way', async () => {
    const score = judgeAlarms(folder, await toyAlarms(folder))
    expect(score).toEqual(scoreToy(seeds, MINUTES))
    expect(score.types.swarm.found / score.types.swarm.happened).toBeGreaterThan(0.6)
    expect(score.types.swarm.falseAlarms / score.hiveYears).toBeGreaterThan(10)
  })

  test('alarms of few columns, with a mark of its encoding and lines of Windows, are read', () => {
    const [, from] = /swarm,([^,]+)/.exec(textOf('truth.csv'))!
    const hive = /(.+),swarm/.exec(textOf('truth.csv'))![1]
    const { types } = judgeAlarms(folder, `\uFEFFhive,alarm,told\r\n${hive},swarm,${from}\r\n`)
    expect(types.swarm).toMatchObject({ falseAlarms: 0, falseQuiet: 0 })
    expect(types.swarm.told).toBe(types.swarm.found)
  })

  test.each([
    ['hive,told\n511-1,2025-05-01T00:00:00Z', /lacks the column alarm/],
    ['hive,alarm,told\n9-9,swarm,2025-05-01T00:00:00Z', /no hive «9-9»/],
    ['hive,alarm,told\n511-1,rain,2025-05-01T00:00:00Z', /«rain» is none of swarm/],
    ['hive,alarm,told\n511-1,swarm,yesterday', /«yesterday» is no time/],
    ['hive,alarm,told\n511-1,swarm', /line 2: 3 columns/],
    ['hive,alarm,told,confidence\n511-1,swarm,2025-05-01T00:00:00Z,0.9x', /no confidence/],
  ])('%j is refused with what is wrong', (alarms, message) => {
    expect(() => judgeAlarms(folder, alarms)).toThrow(message)
  })

  test('a truth of one’s own is judged by the same rules', () => {
    const own = mkdtempSync(join(tmpdir(), 'score-own-'))
    writeFileSync(
      join(own, 'hives.csv'),
      'hive,apiary,utc_offset_hours,read_every_minutes,first,last\nA,home,1,10,2025-05-01T00:00:00Z,2025-05-31T00:00:00Z\n',
    )
    writeFileSync(
      join(own, 'truth.csv'),
      'hive,event,from,to,weight_kg\nA,swarm,2025-05-10T11:00:00Z,2025-05-10T11:20:00Z,2.1\n',
    )
    const alarms = 'hive,alarm,told,confidence\nA,swarm,2025-05-10T11:15:00Z,40\nA,swarm,2025-05-20T11:15:00Z,90\n'
    const { hiveYears, types } = judgeAlarms(own, alarms)
    rmSync(own, { recursive: true })
    expect(hiveYears).toBeCloseTo(30 / 365.25)
    expect(types.swarm).toMatchObject({ happened: 1, found: 0, told: 1, falseAlarms: 1, falseQuiet: 0, silentDays: 28 })
  })
})
