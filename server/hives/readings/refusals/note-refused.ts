import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../../deps.ts'
import { AppError, BrokenOff } from '../../../platform/http/app-error.ts'
import type { AdmittedKey } from '../key-budgets/admit-key.ts'
import type { IngestOutcome } from '../request/ingest-request.ts'
import { selectIdOfImei } from './refusal-queries.ts'
import type { Said } from './refusals.ts'

const PEEKED_BYTES = 8 * 1024
const PATIENCE_MS = 1000
const IMEI = /"imei"\s*:\s*"?(\d{15})\b/

type Noting = Pick<Deps, 'database' | 'refusals'>

/** Notes why nothing was accepted from a request with a valid key. Faults of ours or of the network are not held against the transmitter. */
export function noteRefused(
  { refusals }: Pick<Deps, 'refusals'>,
  { budget }: AdmittedKey,
  error: unknown,
  said: Said = {},
): void {
  if (error instanceof AppError && error.status < 500 && !(error instanceof BrokenOff)) {
    refusals.note(budget.controllerId, error.code, { ...said, ...error.values })
  }
}

/** Notes why the store accepted no reading of a request at all, such as an archived scale; faults in the request are counted already. */
export function noteNothingTaken(
  { refusals }: Pick<Deps, 'refusals'>,
  { controllerId }: { controllerId: number },
  outcome: IngestOutcome,
  said: Said = {},
): void {
  if (outcome.status !== 'stored' || outcome.accepted + outcome.duplicates > 0) return
  const [first] = outcome.rejected
  if (first && first.code !== 'scale_deactivated') refusals.note(controllerId, first.code, said)
}

/** Notes that a request naming a known transmitter came without its key. For any other fault its IMEI is not looked up. */
export async function noteUnadmitted(
  { database, refusals }: Noting,
  error: unknown,
  readImei: () => Promise<string | undefined>,
  said: Said = {},
): Promise<void> {
  const isOfKey =
    error instanceof AppError && (error.code === 'device_key_wrong' || error.code === 'device_key_missing')
  if (!isOfKey) return
  const imei = await readImei()
  if (imei === undefined || !refusals.mayLookUp()) return
  const id = await selectIdOfImei(database.db, imei)
  // a replaced key is the more specific reason
  if (id !== undefined && !refusals.wasReplaced(id)) refusals.note(id, error.code, said)
}

/** Returns the IMEI from a body of unknown origin; only small bodies are read, with a one-second limit. */
export async function peekImei(
  announcedBytes: number,
  readBody: () => Promise<Uint8Array>,
): Promise<string | undefined> {
  if (!(announcedBytes > 0 && announcedBytes <= PEEKED_BYTES)) return undefined
  const bytes = await Promise.race([readBody().catch(() => undefined), pause(PATIENCE_MS, undefined, { ref: false })])
  return bytes && IMEI.exec(new TextDecoder().decode(bytes))?.[1]
}
