import { getIssues } from '@placemarkio/check-geojson'
import {
  type CheckedShape,
  checkShape,
  polygonsOf,
  type Shape,
  type ShapeFault,
  swapAxes,
} from '#domain/hives/regions/region-geometry.ts'

export type LineFault = ShapeFault & { line: number }

export type ReadText =
  | { state: 'empty' }
  | { state: 'unreadable'; line: number }
  /** `drawn`: the faulty shape, if it can be drawn at all. */
  | { state: 'faulty'; faults: LineFault[]; drawn: Shape | undefined }
  | ({ state: 'good' } & CheckedShape)

/** With more places than this, each line holds a whole ring: thousands of lines would be slow. */
const PLACES_BY_LINE_MAXIMUM = 1000

/** Returns a shape as text for editing, one point per line unless there are too many. */
export function writeShape(shape: Shape): string {
  const rings = polygonsOf(shape).flat()
  if (rings.flat().length > PLACES_BY_LINE_MAXIMUM) {
    return JSON.stringify(shape).replaceAll(']],[[', ']],\n[[')
  }
  return JSON.stringify(shape, null, 1).replaceAll(/\[\s+(-?[\d.e-]+),\s+(-?[\d.e-]+)\s+\]/g, '[$1, $2]')
}

/** Reads text that was typed or loaded from a file, and finds the line of each fault. */
export function readShapeText(text: string): ReadText {
  if (text.trim() === '') return { state: 'empty' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { state: 'unreadable', line: unreadableLine(text) }
  }
  const checked = checkShape(value)
  if (!('faults' in checked)) return { state: 'good', ...checked }
  const { faults } = checked
  const canBeDrawn = faults.every(({ code, at }) => at && code !== 'out_of_range' && code !== 'swapped')
  return {
    state: 'faulty',
    faults: faults.map((fault) => ({ ...fault, line: lineOfPath(text, fault.path) })),
    drawn: canBeDrawn ? (value as Shape) : undefined,
  }
}

/** The error message ends with line and column; without them, the text ends too soon. */
function unreadableLine(text: string): number {
  const place = /\((\d+):\d+\)$/.exec(getIssues(text)[0]?.message ?? '')
  return place ? Number(place[1]) : lineAt(text, text.length)
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length

/** Finds the line of an item: follows the brackets after "coordinates" along its path. */
function lineOfPath(text: string, path: readonly number[]): number {
  const start = text.indexOf('[', text.indexOf('"coordinates"'))
  if (start < 0) return 1
  const place: number[] = []
  const isThere = () => place.length === path.length && place.every((index, depth) => index === path[depth])
  for (let i = start; i < text.length; i++) {
    const sign = text[i]
    if (sign === '[') {
      if (isThere()) return lineAt(text, i)
      place.push(0)
    } else if (sign === ',') place[place.length - 1]!++
    else if (sign === ']') place.pop()
  }
  return lineAt(text, start)
}

/** Returns the shape of a text with the axes swapped; for a text that `checkShape` refuses as it is. */
export const swapInText = (text: string): Shape => swapAxes(JSON.parse(text) as Shape)
