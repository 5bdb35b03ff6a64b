import type { SetAside } from '#domain/operations/set-aside.ts'
import { isoTime } from '../../platform/db/stored-time.ts'
import type { SetAsideRow } from './set-aside-queries.ts'

export const toSetAside = (row: SetAsideRow): SetAside => ({
  id: row.id,
  controllerId: row.controller_id,
  controller: row.controller,
  imei: row.imei,
  scale: row.scale_id === null ? null : { id: row.scale_id, name: row.scale ?? '', channel: row.channel ?? 0 },
  stage: row.stage,
  reason: row.reason,
  message: row.message,
  readings: row.readings,
  days: Number(row.days),
  bytes: Number(row.bytes),
  received: isoTime(row.received_at),
  attempts: row.attempts,
  tried: isoTime(row.tried_at),
})
