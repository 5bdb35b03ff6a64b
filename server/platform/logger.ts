import pino, { type DestinationStream, type Logger } from 'pino'

export type { Logger }

/** Structured logs, on standard output unless it says otherwise; whatever could carry a secret is cut out by name. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: ['password', 'token', 'authorization', 'cookie', 'deviceKey', '*.password', '*.token', '*.deviceKey'],
      censor: '[redacted]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

export const silentLogger = (): Logger => pino({ level: 'silent' })
