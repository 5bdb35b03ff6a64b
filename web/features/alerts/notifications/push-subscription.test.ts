import { describe, expect, it } from 'vitest'
import { decodeKey, sameBytes } from './push-subscription.ts'

describe('the key of the server', () => {
  it.each([
    ['', []],
    ['AQ', [1]],
    ['-_8', [251, 255]],
    ['BAECAw', [4, 1, 2, 3]],
  ])('is read from base64url: %j', (text, bytes) => {
    expect([...decodeKey(text)]).toEqual(bytes)
  })

  it('is the same only with the same bytes', () => {
    const key = Uint8Array.of(4, 1, 2)
    expect(sameBytes(Uint8Array.of(4, 1, 2).buffer, key)).toBe(true)
    expect(sameBytes(Uint8Array.of(4, 1, 3).buffer, key)).toBe(false)
    expect(sameBytes(Uint8Array.of(4, 1).buffer, key)).toBe(false)
    expect(sameBytes(null, key)).toBe(false)
  })
})
