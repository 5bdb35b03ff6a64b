import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import path from 'node:path'
import { readKeptFile } from './read-kept-file.ts'
import { StartError } from './start-error.ts'
import { writeWhole } from './write-whole.ts'

/**
 * Protects what must not be in the database in plain text. `purpose` names the column: a value sealed or hashed for one is
 * useless for another.
 */
export type SecretBox = {
  /** AES-256-GCM, base64url; the same text gives a different value each time. */
  seal(text: string, purpose: string): string
  /** The text of a sealed value. Undefined if it was altered, or sealed for another purpose or with another key. */
  open(sealed: string, purpose: string): string | undefined
  /** HMAC-SHA-256, hex: for finding a secret again without storing it. Also safe for short secrets, as long as the key stays secret. */
  keyedHash(text: string, purpose: string): string
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `key`: 32 random bytes. Encryption and hash have separate keys derived from it (HKDF, RFC 5869). */
export function createSecretBox(key: Uint8Array): SecretBox {
  if (key.length !== KEY_BYTES) throw new RangeError(`a key must have ${KEY_BYTES} bytes`)
  const derived = (use: string) => Buffer.from(hkdfSync('sha256', key, '', `hivewatch ${use}`, KEY_BYTES))
  const sealing = derived('seal')
  const hashing = derived('hash')
  return {
    seal(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(purpose))
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final()]
      return Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64url')
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
    keyedHash: (text, purpose) => createHmac('sha256', hashing).update(`${purpose}\0${text}`).digest('hex'),
  }
}

/**
 * The key of this server, created on the first start and kept in `<dataDir>/secret.key`, readable by its owner only. Everything
 * sealed depends on it, so this throws rather than replace one that cannot be read. Calls `onMade` before it creates one.
 */
export async function keepSecretKey(dataDir: string, onMade?: () => Promise<void>): Promise<Uint8Array> {
  const file = path.join(dataDir, 'secret.key')
  const stored = await readKeptFile(file)
  if (stored === undefined) {
    await onMade?.()
    return makeKey(file)
  }
  if (!/^[A-Za-z0-9_-]{43}\s*$/.test(stored)) {
    throw new StartError(
      `${file} does not hold a key: restore it from a backup; without it, shared links have to be created again`,
    )
  }
  return Buffer.from(stored.trim(), 'base64url')
}

async function makeKey(file: string): Promise<Uint8Array> {
  const key = randomBytes(KEY_BYTES)
  await writeWhole(file, `${key.toString('base64url')}\n`, { mode: 0o600 })
  return key
}
