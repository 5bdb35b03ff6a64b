import type { Points } from '../../../../charts/points/points.ts'
import type { SeriesKey } from '../state/series-key.ts'
import type { TilePiece } from '../tiles/tile-points.ts'

type Curves = ReadonlyMap<SeriesKey, Points>
type Kept = { pieces: readonly TilePiece[]; latest: number; points: Points }

/** Caches the latest curves, so that curves an answer does not change are not redrawn. */
export function createKeptPoints() {
  const kept = new Map<SeriesKey, Kept>()
  let curves: Curves = new Map()
  return {
    /** Returns the cached curve if it is made of the same tiles up to the same latest time; otherwise calls `make`. */
    of(key: SeriesKey, pieces: readonly TilePiece[], latest: number, make: () => Points): Points {
      const before = kept.get(key)
      if (before && before.latest === latest && areSame(before.pieces, pieces)) return before.points
      const points = make()
      kept.set(key, { pieces, latest, points })
      return points
    },

    /** Returns the previous map if it has the same curves in the same order. Forgets all other curves. */
    all(next: Curves): Curves {
      for (const key of kept.keys()) if (!next.has(key)) kept.delete(key)
      const before = [...curves]
      const isSame =
        before.length === next.size &&
        [...next].every(([key, points], index) => before[index]![0] === key && before[index]![1] === points)
      if (!isSame) curves = next
      return curves
    },
  }
}

function areSame(some: readonly TilePiece[], others: readonly TilePiece[]): boolean {
  const isOther = ({ tile, from, to }: TilePiece, index: number) => {
    const other = others[index]!
    return tile !== other.tile || from !== other.from || to !== other.to
  }
  return some.length === others.length && !some.some(isOther)
}
