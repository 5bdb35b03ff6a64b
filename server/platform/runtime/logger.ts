import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { redact } from './redact.ts'

export type { Logger }

const ERROR_LEVEL = 50
/** As much as may wait to be written; what comes then is lost. */
const WAITING_BYTES = 1024 * 1024
/** What nobody has taken for this long, nobody reads. */
const UNREAD_MS = 500

/** Receives whatever is logged as an error or worse, with its `err`. */
export type OnError = (error: unknown, message: string) => void

/** Structured logs, by default on standard output. Every line goes through `redact`, whoever wrote it. */
export function createLogger(level: string, destination?: DestinationStream, onError?: OnError): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    hooks: {
      streamWrite: redact,
      logMethod(inputs, method, weight) {
        const [first, second] = inputs as unknown[]
        if (onError && weight >= ERROR_LEVEL && typeof first === 'object' && first !== null && 'err' in first)
          onError(first.err, String(second ?? ''))
        return method.apply(this, inputs)
      },
    },
  }
  return pino(options, destination ?? standardOutput())
}

/**
 * Where nothing can be written, as on a full disk, or once its terminal is closed or halted, lines are lost, and everything else continues,
 * the end of the program included.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: WAITING_BYTES })
  let fails = false
  let waitsSince: number | undefined
  output.on('error', () => {
    fails = true
  })
  output.on('write', () => {
    waitsSince = performance.now()
  })
  output.on('drain', () => {
    fails = false
    waitsSince = undefined
  })
  // before pino's own listener, which tries until it succeeds
  process.prependOnceListener('exit', () => {
    if (fails) output.destroy()
    // Node waits for its threads, and one of them waits for whoever does not read
    else if (waitsSince !== undefined && performance.now() - waitsSince > UNREAD_MS)
      process.kill(process.pid, 'SIGKILL')
  })
  return {
    write(line) {
      waitsSince ??= performance.now()
      output.write(line)
    },
  }
}

export const silentLogger = (): Logger => pino({ level: 'silent' })
