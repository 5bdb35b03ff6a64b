import { FIELD_FAULT_DAYS, type FieldFault, type ShownFault } from '#domain/hives/doctor/field-fault.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { Deps } from '../../../deps.ts'
import { addFieldFaults, deleteFieldFaults, type FaultCount } from './field-fault-queries.ts'

const TRANSMITTERS_AT_MOST = 10_000
/** More than channels × fields × codes; only unknown keys, which are counted elsewhere, are unlimited. */
const COUNTS_A_TRANSMITTER = 200
/** A limit is needed, as mappings name their own fields. */
const TOTALS_AT_MOST = 1000
const NO_CHANNEL = -1

/** Counts impossible values that transmitters send; written periodically, so that ingest needs no extra statement. */
export type FieldFaults = {
  note(controllerId: number, faults: readonly FieldFault[]): void
  /** The counts of one transmitter that are not written yet. */
  unwritten(controllerId: number): ShownFault[]
  /** Since the start, by field and code. */
  totals(): { field: string; code: ErrorCode; count: number }[]
}

type Noted = Map<number, Map<string, FaultCount>>

export function createFieldFaults(): FieldFaults & { take(): FaultCount[]; putBack(counts: FaultCount[]): void } {
  let noted: Noted = new Map()
  const totals = new Map<string, { field: string; code: ErrorCode; count: number }>()

  function add(counted: FaultCount): void {
    const { controllerId, channel, field, code } = counted
    let own = noted.get(controllerId)
    if (!own) {
      if (noted.size >= TRANSMITTERS_AT_MOST) return
      own = new Map()
      noted.set(controllerId, own)
    }
    const key = `${channel} ${field} ${code}`
    const before = own.get(key)
    if (before) {
      before.count += counted.count
      before.lastValue = counted.lastValue
    } else if (own.size < COUNTS_A_TRANSMITTER) own.set(key, counted)
  }

  return {
    note(controllerId, faults) {
      for (const { channel, field, code, value } of faults) {
        if (code === 'unknown_key') continue
        add({ controllerId, channel: channel ?? NO_CHANNEL, field, code, count: 1, lastValue: value })
        const total = totals.get(`${field} ${code}`)
        if (total) total.count++
        else if (totals.size < TOTALS_AT_MOST) totals.set(`${field} ${code}`, { field, code, count: 1 })
      }
    },
    unwritten: (controllerId) =>
      [...(noted.get(controllerId)?.values() ?? [])].map(({ channel, field, code, count, lastValue }) => ({
        ...{ channel, field, code, count },
        value: lastValue,
      })),
    totals: () => [...totals.values()],
    take() {
      const taken = [...noted.values()].flatMap((own) => [...own.values()])
      noted = new Map()
      return taken
    },
    putBack(counts) {
      const since = noted
      noted = new Map()
      for (const count of counts) add(count)
      for (const own of since.values()) for (const count of own.values()) add(count)
    },
  }
}

/** Returns the task that writes the counts, all in one transaction, and deletes old ones. What could not be written stays counted. */
export function createFieldFaultCounting(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  faults: ReturnType<typeof createFieldFaults>,
): () => Promise<void> {
  return async () => {
    const now = clock.now()
    const day = Math.floor(now / DAY_MS) * DAY_MS
    const counts = faults.take()
    try {
      if (counts.length > 0) await addFieldFaults(db, counts, { day, now })
    } catch (error) {
      faults.putBack(counts)
      throw error
    }
    await deleteFieldFaults(db, day - FIELD_FAULT_DAYS * DAY_MS)
  }
}
