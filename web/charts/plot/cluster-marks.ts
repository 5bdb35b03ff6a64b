import type { TimeSpan } from '../points/align-series.ts'

/** Something that happened at a time, with a flag on the chart. */
export type ChartMark = {
  id: string
  time: number
  kind: 'alarm' | 'jump' | 'intervention'
  /** What the flag says when it is read out. */
  label: string
  /** Written here, and not yet on the server. */
  pending?: boolean
  /** Of an alarm that turned out to be none. */
  quiet?: boolean
  /** What the page was opened for. */
  current?: boolean
}

/** Flags that would cover each other stand as one. */
export type MarkCluster = { share: number; marks: ChartMark[] }

/**
 * The marks in the span as flags: `share` is the place across the width (0 to 1). A mark nearer than `distance` (a share of
 * the width) to the first of a flag joins it.
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
