import path from 'node:path'
import * as v from 'valibot'
import webpush from 'web-push'
import { readKeptFile } from '../runtime/read-kept-file.ts'
import { StartError } from '../runtime/start-error.ts'
import { writeWhole } from '../runtime/write-whole.ts'

const VapidKeys = v.object({
  publicKey: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{87}$/)),
  privateKey: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
})
export type VapidKeys = v.InferOutput<typeof VapidKeys>

/**
 * The key pair that identifies this server to push services (RFC 8292), created on the first start and kept in
 * `<dataDir>/vapid.json`, readable by its owner only. Every subscription is bound to it, so this throws rather than replace one
 * that cannot be read.
 */
export async function keepVapidKeys(dataDir: string): Promise<VapidKeys> {
  const file = path.join(dataDir, 'vapid.json')
  const stored = await readKeptFile(file)
  if (stored === undefined) return makeKeys(file)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), VapidKeys), stored)
  if (!parsed.success) throw new StartError(`${file} does not hold VAPID keys: restore it from a backup, or remove it`)
  return parsed.output
}

async function makeKeys(file: string): Promise<VapidKeys> {
  const keys = webpush.generateVAPIDKeys()
  await writeWhole(file, `${JSON.stringify(keys)}\n`, { mode: 0o600 })
  return keys
}
