import { crc32 } from '../../platform/crc32.ts'
import { TileError } from './timeline-tile.ts'

/** The buffer that writers use: writing is synchronous, so one buffer serves them all in turn. */
let buffer = new Uint8Array(4096)

/** Appends bytes to a buffer that grows. Only one writer is in use at a time. */
export class ByteWriter {
  private bytes = buffer
  private length = 0

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count))
    grown.set(this.bytes)
    buffer = grown
    this.bytes = grown
  }

  byte(value: number): void {
    this.reserve(1)
    this.bytes[this.length++] = value
  }

  /** Writes unsigned 32 bits, 7 per byte, low bits first. */
  varint(value: number): void {
    this.reserve(5)
    let rest = value >>> 0
    while (rest >= 128) {
      this.bytes[this.length++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.bytes[this.length++] = rest
  }

  /** Writes the low `width` bits of `count` values, low bits first, padded to a whole byte. */
  packed(values: Uint32Array, count: number, width: number): void {
    this.reserve(((count * width + 7) >> 3) + 1)
    const { bytes } = this
    let at = this.length
    let pending = 0
    let held = 0
    if (width <= 24) {
      for (let i = 0; i < count; i++) {
        pending |= values[i]! << held
        for (held += width; held >= 8; held -= 8) {
          bytes[at++] = pending
          pending >>>= 8
        }
      }
    } else {
      for (let i = 0; i < count; i++) {
        let value = values[i]!
        for (let left = width; left > 0; ) {
          const taken = Math.min(left, 8 - held)
          pending |= (value & ((1 << taken) - 1)) << held
          held += taken
          value >>>= taken
          left -= taken
          if (held === 8) {
            bytes[at++] = pending
            pending = 0
            held = 0
          }
        }
      }
    }
    if (held > 0) bytes[at++] = pending
    this.length = at
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length)
  }

  /** Returns everything written, followed by its CRC-32. */
  finishChecked(): Uint8Array<ArrayBuffer> {
    const checksum = crc32(this.bytes, this.length)
    for (let shift = 0; shift < 32; shift += 8) this.byte((checksum >>> shift) & 255)
    return this.finish()
  }
}

/** Reads what a ByteWriter wrote; reading past the end throws TileError. */
export class ByteReader {
  private readonly bytes: Uint8Array
  private at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  byte(): number {
    const value = this.bytes[this.at]
    if (value === undefined) throw new TileError('tile ends too early')
    this.at++
    return value
  }

  varint(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte()
      if (shift === 28 && byte > 15) break
      value |= (byte & 127) << shift
      if (byte < 128) return value >>> 0
    }
    throw new TileError('number in tile is too long')
  }

  /** Reads `count` values of `width` bits (0 to 32) into `target` from `offset`. */
  packed(target: Int32Array, offset: number, count: number, width: number): void {
    const size = (count * width + 7) >> 3
    if (this.at + size > this.bytes.length) throw new TileError('tile ends too early')
    const { bytes } = this
    let at = this.at
    this.at += size
    const end = offset + count
    if (width === 0) {
      target.fill(0, offset, end)
      return
    }
    let pending = 0
    let held = 0
    if (width <= 24) {
      const mask = (1 << width) - 1
      for (let i = offset; i < end; i++) {
        while (held < width) {
          pending |= bytes[at++]! << held
          held += 8
        }
        target[i] = pending & mask
        pending >>>= width
        held -= width
      }
      return
    }
    for (let i = offset; i < end; i++) {
      let value = 0
      for (let got = 0; got < width; ) {
        if (held === 0) {
          pending = bytes[at++]!
          held = 8
        }
        const taken = Math.min(width - got, held)
        value |= (pending & ((1 << taken) - 1)) << got
        pending >>>= taken
        held -= taken
        got += taken
      }
      target[i] = value
    }
  }

  skip(size: number): void {
    if (this.at + size > this.bytes.length) throw new TileError('tile ends too early')
    this.at += size
  }

  end(): void {
    if (this.at !== this.bytes.length) throw new TileError('tile has bytes after its end')
  }
}

/** Maps small numbers of either sign to small unsigned ones: 0, -1, 1, -2 … to 0, 1, 2, 3 … */
export const zigzag = (value: number): number => ((value << 1) ^ (value >> 31)) >>> 0
export const unzigzag = (value: number): number => (value >>> 1) ^ -(value & 1)
