import pino, { type Logger } from 'pino'

export type { Logger }

/** Structured logs on standard output; whatever could carry a secret is cut out by name. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    redact: {
      paths: ['password', 'token', 'authorization', 'cookie', 'deviceKey', '*.password', '*.token', '*.deviceKey'],
      censor: '[redacted]',
    },
  })
}

export const silentLogger = (): Logger => pino({ level: 'silent' })
