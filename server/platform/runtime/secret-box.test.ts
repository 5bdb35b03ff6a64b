import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSecretBox, keepSecretKey } from './secret-box.ts'

const key = new Uint8Array(32).fill(7)
const box = createSecretBox(key)

describe('a sealed text', () => {
  it('opens again, also after a restart, and never looks the same', () => {
    const sealed = [box.seal('Tränen für Elise', 'share'), box.seal('Tränen für Elise', 'share')]
    expect(new Set(sealed).size).toBe(2)
    for (const one of sealed) expect(createSecretBox(key).open(one, 'share')).toBe('Tränen für Elise')
    expect(box.open(box.seal('', 'share'), 'share')).toBe('')
  })

  it('opens only for its purpose and with its key', () => {
    const sealed = box.seal('a token', 'share')
    expect(box.open(sealed, 'watch')).toBeUndefined()
    expect(createSecretBox(new Uint8Array(32).fill(8)).open(sealed, 'share')).toBeUndefined()
  })

  it('does not open when a single bit of it was changed, or a part is missing', () => {
    const sealed = Buffer.from(box.seal('a token', 'share'), 'base64url')
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      expect(box.open(changed.toString('base64url'), 'share')).toBeUndefined()
    }
    for (let length = 0; length < sealed.length; length++) {
      expect(box.open(sealed.subarray(0, length).toString('base64url'), 'share')).toBeUndefined()
    }
  })
})

describe('a keyed hash', () => {
  it('is the same for the same text, purpose and key, and for nothing else', () => {
    const hash = box.keyedHash('AB12', 'watch')
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(createSecretBox(key).keyedHash('AB12', 'watch')).toBe(hash)
    expect(box.keyedHash('AB12', 'share')).not.toBe(hash)
    expect(box.keyedHash('AB13', 'watch')).not.toBe(hash)
    expect(createSecretBox(new Uint8Array(32).fill(8)).keyedHash('AB12', 'watch')).not.toBe(hash)
  })
})

describe('the key', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-secret-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is made once, for the eyes of its owner, after whoever wants to know was told', async () => {
    const onMade = vi.fn(async () => undefined)
    const made = await keepSecretKey(folder, onMade)
    expect(made).toHaveLength(32)
    expect(Buffer.from(await keepSecretKey(folder, onMade))).toEqual(Buffer.from(made))
    expect(onMade).toHaveBeenCalledOnce()
    expect(statSync(path.join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
  })

  it('is not replaced where it cannot be read', async () => {
    const file = path.join(folder, 'secret.key')
    writeFileSync(file, 'half a k')
    await expect(keepSecretKey(folder)).rejects.toThrow('does not hold a key')
    expect(readFileSync(file, 'utf8')).toBe('half a k')
  })

  it('has a fixed length', () => {
    expect(() => createSecretBox(new Uint8Array(16))).toThrow(RangeError)
  })
})
