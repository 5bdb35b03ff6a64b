import type { WriteStream } from 'node:tty'
import type { Clock } from '../../platform/runtime/clock.ts'
import type { Step } from './move-tables.ts'

const EVERY_MS = { terminal: 100, log: 10_000 }
const CLEAR = '\r\u001B[K'

const share = (done: number, of: number) => (of === 0 ? 100 : Math.floor((done / of) * 100))
const words = ({ does, table, rows, of, allRows, ofAll }: Step): string =>
  `${does} ${table}: ${rows} of ${of} rows; ${share(allRows, ofAll)} % of all`

/** Reports the progress of a move: on a single line of a terminal, elsewhere with a line from time to time. */
export function createStepTelling(stream: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>, clock: Clock) {
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    step(step: Step): void {
      const every = stream.isTTY ? EVERY_MS.terminal : EVERY_MS.log
      if (clock.now() - toldAt < every && step.rows < step.of) return
      if (!stream.isTTY && clock.now() - toldAt < every) return
      toldAt = clock.now()
      stream.write(stream.isTTY ? `${CLEAR}${words(step).slice(0, (stream.columns || 80) - 1)}` : `${words(step)}\n`)
    },
    line(text: string): void {
      stream.write(`${stream.isTTY ? CLEAR : ''}${text}\n`)
    },
  }
}
