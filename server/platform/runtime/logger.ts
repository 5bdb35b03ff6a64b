import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { redact } from './redact.ts'

export type { Logger }

const ERROR_LEVEL = 50
/** As much as may wait to be written; what comes then is lost. */
const WAITING_BYTES = 1024 * 1024

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

/** Where nothing can be written, as on a full disk or once its terminal is closed, lines are lost, and everything else continues. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: WAITING_BYTES })
  let fails = false
  output.on('error', () => {
    fails = true
  })
  output.on('drain', () => {
    fails = false
  })
  // before pino's own listener, which tries until it succeeds
  process.prependOnceListener('exit', () => {
    if (fails) output.destroy()
  })
  return output
}

export const silentLogger = (): Logger => pino({ level: 'silent' })
