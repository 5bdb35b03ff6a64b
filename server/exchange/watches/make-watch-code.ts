import { createHash } from 'node:crypto'
import { WATCH_CODE_ALPHABET, WATCH_CODE_LENGTH } from '#domain/exchange/watch.ts'
import type { Ids } from '../../platform/runtime/ids.ts'

/** A random code; never digits alone, so that a path cannot take it for the number of a transmitter. */
export function makeWatchCode(ids: Pick<Ids, 'token'>): string {
  for (;;) {
    const bytes = createHash('sha256').update(ids.token()).digest().subarray(0, WATCH_CODE_LENGTH)
    const code = [...bytes].map((byte) => WATCH_CODE_ALPHABET[byte & 31]).join('')
    if (/[A-Z]/.test(code)) return code
  }
}
