import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { redact } from './redact.ts'

export type { Logger }

const ERROR_LEVEL = 50

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
  return destination ? pino(options, destination) : pino(options)
}

export const silentLogger = (): Logger => pino({ level: 'silent' })
