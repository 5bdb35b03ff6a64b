import { groupBy } from '#domain/platform/group-by.ts'
import { rootPixels } from '../../../ui/root-pixels.ts'
import { apiaryOf, type GainMarks, type HiveMark } from './gain-marks.ts'

/** `isLeft`: the label is to the left of its place, otherwise to the right; `above`: how much of it is above the place: 0, 0.5 or 1. */
export type PlaceLabel = { position: [number, number]; text: string; isLeft: boolean; above: number }

/** With more places, labels would cover each other and the map. */
const MOST_LABELS = 40
/** With more hives in one place, their mean is shown instead. */
const MOST_LINES = 4
/** Longer lines would reach across the map, so their names are cut; the table below has them whole. */
const LINE_LETTERS = 28
/** How many of these a gain and its unit take. */
const GAIN_LETTERS = 8

/** How many times larger than usual the letters on the map are: as large as the person has them, as long as a label still tells places apart. */
export const labelLetters = (): number => Math.max(1, Math.min(2, rootPixels() / 16))

/**
 * Returns a label for each place with its hives' gains on a day. Labels are toward the center of all places, so that a map of these has room
 * for them, but above northern and below southern places, so that neighbors do not collide. `say` formats grams, null if unknown. The larger the `letters`
 * (see `labelLetters`), the fewer there are, so that a label takes no more room.
 */
export function placeLabels(
  { hives, positions }: Pick<GainMarks, 'hives' | 'positions'>,
  day: number,
  say: (grams: number | null) => string,
  letters = 1,
): PlaceLabel[] {
  const at = (index: number) => ({ longitude: positions[index * 3]!, latitude: positions[index * 3 + 1]! })
  const places = [...groupBy(hives.keys(), (index) => apiaryOf(at(index))).values()]
  if (places.length > MOST_LABELS) return []
  const [east, north] = [0, 1].map((axis) => middleOf(places.map(([first]) => positions[first! * 3 + axis]!)))
  return places.map((indices) => {
    const here = indices.map((index) => hives[index]!)
    const first = indices[0]!
    const gainOf = ({ gainsGrams }: HiveMark) => gainsGrams[day] ?? null
    const lines =
      here.length > MOST_LINES / letters
        ? [`${short(here[0]!.place, letters)}: ${here.length} × ${say(meanOf(here.map(gainOf)))}`]
        : here.map((hive) => `${short(hive.name, letters)} ${say(gainOf(hive))}`)
    const { longitude, latitude } = at(first)
    return {
      position: [longitude, latitude],
      text: lines.join('\n'),
      isLeft: longitude > east!,
      above: aboveOf(latitude, north!),
    }
  })
}

function short(name: string, letters: number): string {
  const most = Math.round(LINE_LETTERS / letters) - GAIN_LETTERS
  const all = [...name]
  return all.length > most ? `${all.slice(0, most - 1).join('')}…` : name
}

const middleOf = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
const aboveOf = (latitude: number, middle: number) => (latitude === middle ? 0.5 : Number(latitude > middle))

function meanOf(gains: readonly (number | null)[]): number | null {
  const known = gains.filter((gain) => gain !== null)
  return known.length === 0 ? null : known.reduce((sum, gain) => sum + gain, 0) / known.length
}
