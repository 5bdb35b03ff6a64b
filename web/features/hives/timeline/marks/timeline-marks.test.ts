import { describe, expect, it } from 'vitest'
import { ALARMS_MAXIMUM, type Alarm, JUMPS_MAXIMUM } from '#domain/alerts/alarm.ts'
import type { InterventionLabel } from '#domain/hives/intervention.ts'
import { areMarksCut, type Markable, timelineMarks } from './timeline-marks.ts'

const alarm: Alarm = {
  id: 7,
  scaleId: 1,
  controllerId: 3,
  type: 'swarm',
  status: 'confirmed',
  startedAt: '2026-05-10T12:00:00Z',
  detectedAt: '2026-05-10T12:10:00Z',
  endedAt: null,
  weightChange: -2.1,
  confidence: 0.9,
  why: [],
  verdict: null,
}
const intervention = (id: string, label: InterventionLabel, pending = false) => ({
  id,
  scaleId: 2,
  label,
  description: '',
  time: '2026-05-11T00:00:00Z',
  amount: null,
  detail: null,
  visitId: null,
  pending,
})
const all: Markable = {
  alarms: [alarm],
  interventions: [intervention('x', 'feeding'), intervention('y', 'queen', true)],
  jumps: [
    { scaleId: 1, time: '2026-05-10T12:20:00Z', weightChange: -2, byHand: false },
    { scaleId: 2, time: '2026-05-10T12:20:00Z', weightChange: 4, byHand: true },
  ],
}
const words = {
  intervention: (label: string, scaleId: number) => `${label} ${scaleId}`,
  alarm: (type: string, scaleId: number | null) => `${type} ${scaleId}`,
  jump: (change: number, scaleId: number) => `${change} ${scaleId}`,
}
const labels = (shown: Parameters<typeof timelineMarks>[1]) =>
  timelineMarks(all, shown, words).map(({ label }) => label)

describe('the flags of the chart', () => {
  it('are those that are switched on', () => {
    expect(labels({ manual: false, automatic: false, labels: [] })).toEqual([])
    expect(labels({ manual: true, automatic: false, labels: [] })).toEqual(['feeding 2', 'queen 2'])
    expect(labels({ manual: true, automatic: false, labels: ['queen'] })).toEqual(['queen 2'])
  })

  it('include a jump only if no alarm of that scale is about it', () => {
    expect(labels({ manual: false, automatic: true, labels: ['queen'] })).toEqual(['swarm 1', '4 2'])
  })

  it.each([
    ['one that rang', {}, false],
    ['one that was taken back', { status: 'withdrawn' }, true],
    ['one that was judged false', { verdict: 'false' }, true],
    ['one that is too unsure to ring', { confidence: 0.01 }, true],
    ['a hint', { type: 'winter' }, true],
  ] as const)('have the color of an alarm if it is one: %s', (_, changes, quiet) => {
    const marked = { ...all, alarms: [{ ...alarm, ...changes }] }
    const [flag] = timelineMarks(marked, { manual: false, automatic: true, labels: [] }, words)
    expect(flag).toMatchObject({ kind: 'alarm', quiet })
  })

  it('are at their time and say what is still queued', () => {
    const marks = timelineMarks(all, { manual: true, automatic: true, labels: [] }, words)
    expect(marks.map(({ id, time, kind, pending }) => [id, time, kind, pending])).toEqual([
      ['ix', Date.UTC(2026, 4, 11) / 1000, 'intervention', false],
      ['iy', Date.UTC(2026, 4, 11) / 1000, 'intervention', true],
      ['a7', Date.UTC(2026, 4, 10, 12) / 1000, 'alarm', undefined],
      [`j2@${Date.UTC(2026, 4, 10, 12, 20) / 1000}`, Date.UTC(2026, 4, 10, 12, 20) / 1000, 'jump', undefined],
    ])
  })
})

it.each([
  [ALARMS_MAXIMUM - 1, JUMPS_MAXIMUM - 1, false],
  [ALARMS_MAXIMUM, 0, true],
  [0, JUMPS_MAXIMUM, true],
])('of %i alarms and %i jumps, the oldest may be missing: %s', (alarms, jumps, areCut) => {
  const many = { alarms: Array(alarms).fill(alarm), jumps: Array(jumps).fill(all.jumps[0]) }
  expect(areMarksCut(many)).toBe(areCut)
})
