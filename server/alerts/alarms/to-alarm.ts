import type { Selectable } from 'kysely'
import type { Alarm, AlarmReason } from '#domain/alerts/alarm.ts'
import { kgFromGrams } from '#domain/hives/units.ts'
import type { AlarmTable } from './alarm-table.ts'

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

type AlarmRow = Pick<
  Selectable<AlarmTable>,
  | 'id'
  | 'scale_id'
  | 'controller_id'
  | 'type'
  | 'status'
  | 'started_at'
  | 'detected_at'
  | 'ended_at'
  | 'weight_change_grams'
  | 'confidence_percent'
  | 'why'
  | 'verdict'
>

/** A row as the API shows it. */
export const toAlarm = (row: AlarmRow): Alarm => ({
  id: row.id,
  scaleId: row.scale_id,
  controllerId: row.controller_id,
  type: row.type,
  status: row.status,
  startedAt: iso(row.started_at),
  detectedAt: iso(row.detected_at),
  endedAt: row.ended_at === null ? null : iso(row.ended_at),
  weightChange: row.weight_change_grams === null ? null : kgFromGrams(row.weight_change_grams),
  confidence: row.confidence_percent / 100,
  why: JSON.parse(row.why) as AlarmReason[],
  verdict: row.verdict,
})
