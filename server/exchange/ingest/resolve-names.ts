import { readingKeys } from '#domain/hives/reading.ts'
import { FIELD_NAME_CHARACTERS } from '#domain/hives/unknown-field.ts'
import { momentMs } from '#domain/platform/moment.ts'
import type { Deps } from '../../deps.ts'
import { weighRaw } from '../../hives/calibrations/weigh-raw.ts'
import { units } from '../../hives/unknown-fields/known-fields.ts'
import { readMeanings } from '../../hives/unknown-fields/read-meanings.ts'

type Reading = Record<string, unknown>
type Value = { time: string; name: string; value: number }
type Raw = { time: string; channel: number; raw: number; origin: number }
/** `isAlone`: nothing of its channel and time is in the readings, since there is no calibration yet. */
type PlacedRaw = Raw & { isAlone: boolean }
type Placed = { origin: number; reading: Reading }

/**
 * `readings`: as sent, with the names that the owner assigned resolved; undefined if none are assigned. `originOf`: the position of a reading
 * in the request. `unknown`: numbers nobody has assigned yet; from channel 2 on, the channel number follows the name.
 */
export type ResolvedNames = {
  readings: Reading[] | undefined
  originOf: (index: number) => number
  unknown: Value[]
  raw: PlacedRaw[]
}

/** Resolves unknown names in the readings at the given positions; most transmitters have none. */
export async function resolveNames(
  deps: Pick<Deps, 'database' | 'clock' | 'logger'>,
  controllerId: number,
  sent: readonly unknown[],
  named: ReadonlySet<number>,
): Promise<ResolvedNames> {
  const meanings = new Map((await readMeanings(deps, controllerId)).map(({ name, ...meaning }) => [name, meaning]))
  const unknown: Value[] = []
  const raw: Raw[] = []
  const moved: Placed[] = []
  let isChanged = false
  const kept = sent.flatMap((one, origin): Placed[] => {
    const reading = { ...(one as Reading) }
    const time = reading.time
    if (!named.has(origin) || typeof time !== 'string' || momentMs(time) === undefined) return [{ origin, reading }]
    const channel = typeof reading.channel === 'number' ? reading.channel : 0
    for (const [key, value] of Object.entries(reading)) {
      if (readingKeys.has(key) || typeof value !== 'number' || !Number.isFinite(value)) continue
      const name = (channel > 1 ? `${key}_${channel}` : key).slice(0, FIELD_NAME_CHARACTERS)
      const meaning = meanings.get(name)
      if (!meaning) {
        unknown.push({ time, name, value })
        continue
      }
      isChanged = true
      delete reading[key]
      if (meaning.quantity === 'rawWeight') raw.push({ time, channel: meaning.channel, raw: value, origin })
      else if (meaning.quantity !== 'nothing') {
        const said = { time, channel: meaning.channel, [meaning.quantity]: units[meaning.unit](value) }
        moved.push({ origin, reading: said })
      }
    }
    // drop a reading that has no values left
    const isEmpty = Object.keys(reading).every((key) => key === 'time' || key === 'channel')
    return isEmpty ? [] : [{ origin, reading }]
  })
  const weights = await weighRaw(deps, controllerId, raw)
  raw.forEach(({ time, channel, origin }, i) => {
    if (weights[i] !== undefined) moved.push({ origin, reading: { time, channel, weight: weights[i] } })
  })
  putBeside(kept, moved)
  const places = new Set(kept.map(({ reading }) => placeOf(reading)))
  const placedRaw = raw.map((one) => {
    const isAlone = !places.has(placeOf(one))
    places.add(placeOf(one))
    return { ...one, isAlone }
  })
  const originOf = (index: number) => kept[index]?.origin ?? index
  return { readings: isChanged ? kept.map(({ reading }) => reading) : undefined, originOf, unknown, raw: placedRaw }
}

const placeOf = ({ time, channel }: Reading) => `${channel} ${time}`

/** A time is stored once per channel: a value joins the reading already there, whose own values take precedence. */
function putBeside(all: Placed[], moved: readonly Placed[]): void {
  const places = new Map(all.map((one) => [placeOf(one.reading), one]))
  for (const one of moved) {
    const beside = places.get(placeOf(one.reading))
    if (beside) beside.reading = { ...one.reading, ...beside.reading }
    else {
      all.push(one)
      places.set(placeOf(one.reading), one)
    }
  }
}
