import type { Label, Note } from './labeled-hive.ts'
import type { Random } from './random.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 86400

/** Weight that comes or goes between two times; `bell` starts and ends gently, as bees leave a hive. */
export type Change = { from: number; to: number; grams: number; bell?: boolean }

/** While it lasts the scale carries only this share of the weight. */
export type Absence = { from: number; to: number; share: number }

export type HiveEvents = { changes: Change[]; absences: Absence[]; labels: Label[]; notes: Note[] }

export function noEvents(): HiveEvents {
  return { changes: [], absences: [], labels: [], notes: [] }
}

/** A swarm leaves over 10 to 30 minutes, mostly between 10 and 16 h. `day` is the local midnight. */
export function addSwarm(hive: HiveEvents, random: Random, day: number, grams: number): void {
  const hour = random.chance(0.9) ? random.between(10, 16) : random.between(8.5, 18)
  const from = Math.round(day + hour * HOUR)
  const to = Math.round(from + random.between(10, 30) * MINUTE)
  hive.changes.push({ from, to, grams: -grams, bell: random.chance(0.6) })
  hive.labels.push({ what: 'swarm', from, to, grams })
}

function step(hive: HiveEvents, at: number, grams: number): void {
  hive.changes.push({ from: at, to: at + 10, grams })
}

/** One hive is opened, worked on and closed; answers when it is closed again. */
function openHive(hive: HiveEvents, random: Random, from: number, lidOffEarlier: number, net: number): number {
  const lid = random.between(900, 2600)
  let at = from
  step(hive, at - lidOffEarlier, -lid)
  if (random.chance(0.3)) {
    hive.changes.push({ from: at, to: at + 5, grams: 3000 }, { from: at + 30, to: at + 40, grams: -3000 })
  }
  at += random.between(0.5, 3) * MINUTE
  const boxes: number[] = []
  for (let count = random.whole(0, 2); count > 0; count--) {
    const box = random.between(3000, 14_000)
    boxes.push(box)
    step(hive, at, -box)
    at += random.between(0.5, 4) * MINUTE
  }
  for (let count = random.whole(0, 8); count > 0; count--) {
    const frame = random.between(900, 3000)
    step(hive, at, -frame)
    at += random.between(0.5, 2) * MINUTE
    step(hive, at, frame)
    at += random.between(0.1, 0.6) * MINUTE
  }
  if (net !== 0) step(hive, at, net)
  for (const box of boxes.reverse()) {
    at += random.between(0.5, 2) * MINUTE
    step(hive, at, box)
  }
  at += random.between(0.3, 2) * MINUTE
  const lidStaysOff = random.chance(0.15) ? random.between(5, 60) * MINUTE : 0
  step(hive, at + lidStaysOff, lid)
  return at
}

/** A beekeeper goes through the apiary, hive by hive. Some lift all the lids first. Two in five write it down. */
export function addInspection(
  hives: HiveEvents[],
  random: Random,
  day: number,
  kind: 'look' | 'feed' | 'harvest',
): void {
  let at = Math.round(day + random.between(8, 16.5) * HOUR)
  const start = at
  const lidsFirst = random.chance(0.2)
  for (const hive of hives) {
    if (kind === 'look' && random.chance(0.2)) continue
    const net =
      kind === 'feed'
        ? random.between(1000, 5000)
        : kind === 'harvest'
          ? -random.between(5000, 30_000)
          : random.chance(0.6)
            ? 150 * random.normal()
            : random.between(-3000, 3000)
    if (kind === 'feed' && random.chance(0.5)) {
      step(hive, at, net)
      at += random.between(1, 4) * MINUTE
    } else if (kind === 'harvest') at = takeHoney(hive, random, at, -net)
    else at = openHive(hive, random, at, lidsFirst ? Math.min(at - start, HOUR) : 0, net)
    at = Math.round(at + random.between(0.5, 6) * MINUTE)
  }
  if (random.chance(0.4)) {
    const notedAt = at + Math.round(random.between(0, 3) * HOUR)
    for (const hive of hives) hive.notes.push({ time: start, notedAt }, { time: at, notedAt })
  }
}

function takeHoney(hive: HiveEvents, random: Random, from: number, grams: number): number {
  const lid = random.between(900, 2600)
  const supers = Math.ceil(grams / 16_000)
  let at = from
  step(hive, at, -lid)
  for (let left = supers; left > 0; left--) {
    at += random.between(1, 4) * MINUTE
    step(hive, at, -grams / supers)
  }
  at += random.between(1, 4) * MINUTE
  if (random.chance(0.5)) step(hive, at, random.between(2500, 5000))
  step(hive, at + 30, lid)
  return at + 60
}

/** Someone lifts the lid of one hive, or leans on it, for a few minutes. */
export function addQuickLook(hive: HiveEvents, random: Random, day: number): void {
  const at = Math.round(day + random.between(8, 19) * HOUR)
  const grams = random.chance(0.7) ? -random.between(900, 2600) : random.between(500, 8000)
  step(hive, at, grams)
  step(hive, Math.round(at + random.between(0.5, 12) * MINUTE), -grams)
}

/** The hive is carried away, by day or by night, for hours or days. */
export function addRemoval(hive: HiveEvents, random: Random, day: number): void {
  const from = Math.round(day + (random.chance(0.6) ? random.between(22, 28.5) : random.between(6, 21)) * HOUR)
  const to = Math.round(from + random.between(3, 96) * HOUR)
  hive.absences.push({ from, to, share: random.between(0, 0.1) })
  hive.labels.push({ what: 'disturbance', from, to, grams: 0 })
}

/** Storm, cattle or a bear tip the hive over; it lies half beside its scale until someone comes. */
export function addTipping(hive: HiveEvents, random: Random, day: number): void {
  const from = Math.round(day + random.between(0, 24) * HOUR)
  const to = Math.round(from + random.between(2, 30) * HOUR)
  hive.absences.push({ from, to, share: random.between(0, 0.34) })
  hive.labels.push({ what: 'disturbance', from, to, grams: 0 })
}

/** Foreign bees carry the honey off for hours, in bursts. */
export function addRobbing(hive: HiveEvents, random: Random, day: number): void {
  const from = Math.round(day + random.between(10, 14) * HOUR)
  const hours = random.between(2, 5)
  const gramsPerHour = random.between(700, 3000)
  let at = from
  const to = from + Math.round(hours * HOUR)
  let grams = 0
  while (at < to) {
    const span = Math.round(random.between(8, 20) * MINUTE)
    const share = (gramsPerHour * random.between(0.5, 1.5) * span) / HOUR
    hive.changes.push({ from: at, to: at + span, grams: -share })
    grams += share
    at += span
  }
  hive.labels.push({ what: 'robbing', from, to, grams: Math.round(grams) })
}

/** Rain wets every hive of the place within an hour or two; it dries over the next hours. */
export function addRain(hives: HiveEvents[], random: Random, day: number): void {
  const from = Math.round(day + random.between(0, 24) * HOUR)
  const to = Math.round(from + random.between(0.3, 5) * HOUR)
  const dry = Math.round(to + random.between(3, 14) * HOUR)
  const wet = random.between(100, 1400)
  for (const hive of hives) {
    const grams = wet * random.between(0.7, 1.3)
    hive.changes.push({ from, to, grams }, { from: to, to: dry, grams: -0.95 * grams })
    if (random.chance(0.5)) hive.changes.push({ from, to: from + 900, grams: random.between(50, 500) })
  }
}

/** Rain dries within a day; snow lies on all hives for days, and melts. Both are gone after that, to the last gram. */
export function addWetness(hives: HiveEvents[], random: Random, day: number, kind: 'rain' | 'snow'): void {
  const from = Math.round(day + random.between(0, 24) * HOUR)
  const to = Math.round(from + random.between(0.5, kind === 'rain' ? 8 : 20) * HOUR)
  const lies = kind === 'rain' ? to : Math.round(to + random.between(0.5, 9) * DAY)
  const gone = Math.round(lies + (kind === 'rain' ? random.between(5, 40) : random.between(6, 60)) * HOUR)
  const deep = kind === 'rain' ? random.between(50, 1200) : random.between(300, 5000)
  for (const hive of hives) {
    const grams = deep * random.between(0.7, 1.3)
    hive.changes.push({ from, to, grams }, { from: lies, to: gone, grams: -grams })
  }
}

export const daySeconds = DAY
