import type { Controller } from '#domain/hives/controller.ts'
import type { Scale } from '#domain/hives/scale.ts'
import type { RawColumnName } from '#domain/hives/tiles/timeline-tile.ts'
import { ownColumn, parseSeriesKey, type SeriesKey, seriesKey } from './state/series-key.ts'

/** A branch or leaf of the curve tree; a leaf's id is the key of its curve. */
export type CurveNode = { id: string; label: string; key?: SeriesKey; children?: CurveNode[] }

export const controllerNodeId = (id: number): string => `controller-${id}`

const scaleSensors: RawColumnName[] = ['temperature', 'humidity']
const controllerSensors: RawColumnName[] = ['temperature', 'humidity', 'battery', 'signal']

/**
 * Returns transmitters with their scales' weights and, collapsed below, all their sensors. Hidden or archived scales are
 * included while one of their curves is shown, as by a link, so that it can be switched off.
 */
export function curveTree(
  controllers: readonly Pick<Controller, 'id' | 'name'>[],
  scales: readonly Pick<Scale, 'id' | 'controllerId' | 'channel' | 'name' | 'type' | 'visible' | 'state'>[],
  words: {
    quantity: (column: RawColumnName) => string
    sensors: string
    transmitter: string
    archived: (name: string) => string
  },
  shown: ReadonlySet<string> = new Set(),
): CurveNode[] {
  const isShown = (id: number) => [...shown].some((key) => parseSeriesKey(key)?.seriesId === id)
  const leaf = (seriesId: number, column: RawColumnName, label: string): CurveNode => {
    const key = seriesKey({ seriesId, column })
    return { id: key, key, label }
  }
  return controllers.map(({ id, name }) => {
    const own = scales
      .filter((scale) => scale.controllerId === id)
      .filter((scale) => (scale.visible && scale.state !== 'archived') || isShown(scale.id))
      .map((scale) => (scale.state === 'archived' ? { ...scale, name: words.archived(scale.name) } : scale))
      .sort((a, b) => a.channel - b.channel)
    const weights = own.filter(({ type }) => type === 'weight')
    const sensors = own.flatMap((scale) => {
      const measured = scale.type === 'weight' ? scaleSensors : [ownColumn(scale.type)]
      return measured.map((column) => leaf(scale.id, column, `${scale.name}: ${words.quantity(column)}`))
    })
    const transmitter = controllerSensors.map((column) =>
      leaf(-id, column, `${words.transmitter}: ${words.quantity(column)}`),
    )
    return {
      id: controllerNodeId(id),
      label: name,
      children: [
        ...weights.map((scale) => leaf(scale.id, 'weight', scale.name)),
        { id: `sensors-${id}`, label: words.sensors, children: [...sensors, ...transmitter] },
      ],
    }
  })
}

/**
 * Interprets a check in the tree. Checking a whole transmitter shows its weights; a second
 * press adds its sensors, since few people want twenty curves at once.
 */
export function checkedCurves(before: ReadonlySet<string>, after: ReadonlySet<string>): Set<string> {
  const added = [...after].filter((key) => !before.has(key))
  const weights = added.filter((key) => /^\d+$/.test(key))
  if (added.length < 2 || weights.length === 0 || weights.length === added.length) return new Set(after)
  return new Set([...after].filter((key) => before.has(key) || weights.includes(key)))
}
