/** Keeps fewer than `points` points of a curve of unknown length: every point at first, then every second, fourth, … */
export function createCurve(points: number) {
  const time: number[] = []
  const weight: number[] = []
  let step = 1
  let seen = 0
  return {
    add(at: number, kg: number): void {
      if (seen++ % step !== 0) return
      time.push(at)
      weight.push(kg)
      if (time.length < points) return
      step *= 2
      for (const column of [time, weight]) {
        const kept = column.filter((_, i) => i % 2 === 0)
        column.splice(0, column.length, ...kept)
      }
    },
    /** Sorted by time, since a file may begin with its newest reading. */
    get: () => {
      const order = time.map((_, i) => i).sort((a, b) => time[a]! - time[b]!)
      return { time: order.map((i) => time[i]!), weight: order.map((i) => weight[i]!) }
    },
  }
}
