import { describe, expect, test } from 'vitest'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { type ScaleWords, scaleMarks } from './scale-marks.ts'

const words: ScaleWords = {
  intervention: (label, change) => `${label} ${change?.toFixed(1) ?? ''}`.trim(),
  alarm: (type, change) => `${type} ${change ?? ''}`.trim(),
  hands: (change) => `hands ${change.toFixed(1)}`,
}
const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 4, 10, hour, minute)).toISOString()
const jump = (time: string, weightChange: number, byHand = true) => ({ scaleId: 1, time, weightChange, byHand })
const noted = (id: string, time: string, label: 'feeding' | 'inspection' = 'feeding') => ({
  id,
  scaleId: 1,
  time,
  label,
  description: '',
  amount: null,
  detail: null,
  visitId: null,
  pending: false,
})
const alarm = (fields: Partial<Alarm>): Alarm => ({
  id: 7,
  scaleId: 1,
  controllerId: 1,
  type: 'swarm',
  status: 'confirmed',
  startedAt: at(10),
  detectedAt: at(10),
  endedAt: null,
  weightChange: -1.9,
  confidence: 0.8,
  why: [],
  verdict: null,
  ...fields,
})
const none = { interventions: [], alarms: [], jumps: [] }
const labels = (marks: ReturnType<typeof scaleMarks>) => marks.map(({ label }) => label)

describe('the marks of a scale', () => {
  test('a visit is one mark, with its net change', () => {
    const jumps = [jump(at(9), -2), jump(at(9, 20), -12), jump(at(9, 50), 13.5), jump(at(15), 5)]
    expect(labels(scaleMarks({ ...none, jumps }, words, undefined))).toEqual(['hands -0.5', 'hands 5.0'])
  })

  test('a change caused by the bees is not a visit', () => {
    expect(scaleMarks({ ...none, jumps: [jump(at(9), -2, false)] }, words, undefined)).toEqual([])
  })

  test('a change that an alarm is about has no mark of its own', () => {
    const jumps = [jump(at(9, 10), 6), jump(at(14), 3)]
    const alarms = [alarm({ endedAt: at(11) })]
    expect(labels(scaleMarks({ ...none, alarms, jumps }, words, undefined))).toEqual(['hands 3.0', 'swarm -1.9'])
  })

  test('a visit belongs to the nearest note, which shows the change', () => {
    const interventions = [noted('a', at(9), 'inspection'), noted('b', at(11))]
    const jumps = [jump(at(10, 45), 5), jump(at(19), 3)]
    expect(labels(scaleMarks({ ...none, interventions, jumps }, words, undefined))).toEqual([
      'hands 3.0',
      'inspection',
      'feeding 5.0',
    ])
  })

  test('a note during a long visit belongs to that visit', () => {
    const jumps = [jump(at(9), -10), jump(at(9, 50), -10), jump(at(10, 40), 20), jump(at(11, 30), 4)]
    const interventions = [noted('a', at(10))]
    expect(labels(scaleMarks({ ...none, interventions, jumps }, words, undefined))).toEqual(['feeding 4.0'])
  })

  test('the alarm of the address is marked as current, and false alarms are quiet', () => {
    const alarms = [
      alarm({ id: 7 }),
      alarm({ id: 8, verdict: 'false' }),
      alarm({ id: 9, status: 'withdrawn' }),
      alarm({ id: 10, status: 'withdrawn', verdict: 'confirmed' }),
    ]
    const marks = scaleMarks({ ...none, alarms }, words, 7)
    expect(marks.map(({ current }) => current)).toEqual([true, false, false, false])
    expect(marks.map(({ quiet }) => quiet)).toEqual([false, true, true, false])
    expect(marks[0]!.label).toBe('swarm -1.9')
  })
})
