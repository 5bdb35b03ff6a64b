import type { BarRoom } from '../../../charts/small/day-bars.tsx'

/** This share of all days fits completely, so that a harvest does not make the others too small to see. */
const FITTING = 0.95
const LEAST_KG = 0.5

/** Returns the common range in kg for the bars of all hives, from their daily changes; the largest changes do not fit. */
export function sharedRoom(changesKg: readonly number[]): BarRoom {
  const sizes = changesKg.map(Math.abs).sort((a, b) => a - b)
  const most = roundUp(Math.max(LEAST_KG, sizes[Math.ceil(sizes.length * FITTING) - 1] ?? 0))
  const side = (sign: 1 | -1) => Math.min(most, roundUp(Math.max(0, ...changesKg.map((change) => sign * change))))
  const room = { gain: side(1), loss: side(-1) }
  return room.gain + room.loss > 0 ? room : { gain: most, loss: most }
}

/** Rounds up to 1, 2 or 5 times a power of ten; 0 stays 0. */
function roundUp(kg: number): number {
  if (kg <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(kg) + 1e-9)
  const step = [1, 2, 5, 10].find((factor) => kg <= factor * power * (1 + 1e-9))!
  return Number((step * power).toPrecision(1))
}
