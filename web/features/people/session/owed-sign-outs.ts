import { OfflineError } from '../../../api/api-error.ts'
import { parsedJson, text } from '../../../api/read-fields.ts'
import { readStored, removeStored, writeStored } from '../../../offline/local-storage.ts'
import { tellWorker } from '../../../offline/service-worker.ts'

const OWED = 'hivewatch.sign-outs-owed'
const PATIENCE_MS = 5000
const AGAIN_AFTER_MS = 30_000

function owed(): string[] {
  const kept = parsedJson(readStored(OWED) ?? '')
  return Array.isArray(kept) && kept.every((token) => text(token) !== undefined) ? kept : []
}

function write(tokens: readonly string[]): void {
  if (tokens.length > 0) writeStored(OWED, JSON.stringify(tokens))
  else removeStored(OWED)
}

/** Records on the device, before anything else, that a session must be ended at the server. */
export const oweSignOut = (token: string): void => write([...new Set([...owed(), token])])

let paying: Promise<void> | undefined

/**
 * Ends at the server the sessions that ended here without a network, before anyone could continue them. Throws OfflineError if
 * the server cannot be reached; the worker then does it as soon as it can, even with no page open.
 */
export function paySignOuts(): Promise<void> {
  if (owed().length === 0) return Promise.resolve()
  paying ??= payAll().finally(() => {
    paying = undefined
  })
  return paying
}

async function payAll(): Promise<void> {
  for (const token of owed()) {
    await end(token).catch((error: unknown) => {
      void tellWorker({ type: 'sign-out', tokens: owed() }).catch(() => undefined)
      throw new OfflineError(error)
    })
    write(owed().filter((other) => other !== token))
  }
}

/** Bypasses the API client, which depends on what the page shows, such as a share. */
async function end(token: string): Promise<void> {
  const reply = await fetch('/api/user/logout', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    credentials: 'same-origin',
    signal: AbortSignal.timeout(PATIENCE_MS),
    body: JSON.stringify({ token }),
  })
  if (!reply.ok && reply.status !== 400) throw new Error(`the sign-out was answered with ${reply.status}`)
}

/** Call before signing in: an owed sign-out answered later would remove the new session's cookie. What fails stays owed. */
export const trySignOuts = (): Promise<void> => paySignOuts().catch(() => undefined)

/** On every page: tries at startup, when the network comes back, and at intervals. */
export function followOwedSignOuts(): void {
  const pay = () => void trySignOuts()
  pay()
  window.addEventListener('online', pay)
  setInterval(pay, AGAIN_AFTER_MS)
}
