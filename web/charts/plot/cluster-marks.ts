import type { TimeSpan } from '../points/align-series.ts'

/** An event at a point in time, shown as a flag on the chart. */
export type ChartMark = {
  id: string
  time: number
  kind: 'alarm' | 'jump' | 'intervention'
  /** What a screen reader says for the flag. */
  label: string
  /** Written on this device and not on the server yet. */
  pending?: boolean
  /** Belongs to an alarm that was none, is a hint, or was too unsure to ring. */
  quiet?: boolean
  /** The one the page was opened for. */
  current?: boolean
}

/** Flags that would cover each other, shown as one. */
export type MarkCluster = { share: number; marks: ChartMark[] }

/**
 * The marks in the span as flags: `share` is the position across the width (0 to 1). A mark closer than `distance` (a share of the width) to the first mark of
 * a flag joins that flag.
 */
export function clusterMarks(marks: readonly ChartMark[], { from, to }: TimeSpan, distance: number): MarkCluster[] {
  const clusters: MarkCluster[] = []
  const inside = marks.filter((mark) => mark.time >= from && mark.time <= to).sort((a, b) => a.time - b.time)
  for (const mark of inside) {
    const share = (mark.time - from) / (to - from)
    const last = clusters[clusters.length - 1]
    if (last && share - last.share < distance) last.marks.push(mark)
    else clusters.push({ share, marks: [mark] })
  }
  return clusters
}
