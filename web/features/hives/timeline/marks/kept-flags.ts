import type { QueryClient } from '@tanstack/react-query'
import type { Alarm, WeightJump } from '#domain/alerts/alarm.ts'
import { keptOffline } from '../../../../offline/query-cache.ts'

export type Flags = { alarms: Alarm[]; jumps: WeightJump[] }
type Flag = Alarm | WeightJump
/** Scales and a span of ISO 8601 times, `to` exclusive. */
export type Asked = { scaleIds: readonly number[]; from: string; to: string }

const most = { alarms: 300, jumps: 1000 } as const
const keyOf = (kind: keyof Flags) => ['timeline', 'kept-flags', kind] as const

const beginOf = (flag: Flag): number => Date.parse('startedAt' in flag ? flag.startedAt : flag.time)
const endOf = (flag: Flag): number =>
  'startedAt' in flag ? Date.parse(flag.endedAt ?? flag.detectedAt) : Date.parse(flag.time)

const isAsked =
  ({ scaleIds, from, to }: Asked) =>
  (flag: Flag): boolean =>
    flag.scaleId !== null &&
    scaleIds.includes(flag.scaleId) &&
    beginOf(flag) < Date.parse(to) &&
    endOf(flag) >= Date.parse(from)

/** Stores automatic flags on this device, replacing those known for these scales and this span. Keeps only the newest of all scales. */
export function keepFlags<Kind extends keyof Flags>(
  client: QueryClient,
  kind: Kind,
  asked: Asked,
  flags: Flags[Kind],
): void {
  const others = keptOf(client, kind).filter((flag) => !isAsked(asked)(flag))
  const newest = [...others, ...flags].sort((a, b) => beginOf(b) - beginOf(a)).slice(0, most[kind])
  client.setQueryDefaults(keyOf(kind), keptOffline)
  client.setQueryData(keyOf(kind), newest)
}

/** Returns the stored flags of these scales and this span. */
export const keptFlags = <Kind extends keyof Flags>(client: QueryClient, kind: Kind, asked: Asked): Flags[Kind] =>
  keptOf(client, kind).filter(isAsked(asked)) as Flags[Kind]

const keptOf = (client: QueryClient, kind: keyof Flags): Flag[] => client.getQueryData<Flag[]>(keyOf(kind)) ?? []
