import { type ByteReader, type ByteWriter, unzigzag, zigzag } from './tile-bit-packing.ts'
import { TileError } from './timeline-tile.ts'

/** A day of readings every 10 minutes is four blocks. */
const BLOCK = 36

/** How a block of steps is packed: the two high bits of its first byte; the six low bits are the width in bits. */
const DELTA = 0
const DELTA_FROM_MINIMUM = 1
const VALUE_FROM_MINIMUM = 2
/** The same delta until the end of the column. */
const CONSTANT_DELTA = 3

function greatestCommonDivisor(first: number, second: number): number {
  let a = first
  let b = second
  while (b !== 0) {
    const rest = a % b
    a = b
    b = rest
  }
  return a
}

/** Scratch buffers, reused between calls. */
let stepBuffer = new Int32Array(256)
let deltaBuffer = new Int32Array(256)
const packed = new Uint32Array(BLOCK)

const bitWidth = (value: number): number => 32 - Math.clz32(value)
const packedSize = (count: number, width: number): number => (count * width + 7) >> 3
const varintSize = (value: number): number => Math.max(1, Math.ceil(bitWidth(value) / 7))

/** The greatest common divisor of all differences to the first value; 0 if all values are equal. */
function commonStep(values: Int32Array): number {
  const first = values[0]!
  let step = 0
  for (let i = 1; i < values.length && step !== 1; i++) {
    step = greatestCommonDivisor(Math.abs(values[i]! - first), step)
  }
  return step
}

/**
 * Writes a column of at least one value: the first value, the common step (so that sensors reporting in 10 g or 0.1 °C cost no more despite
 * the finer units), then blocks of 36 deltas, each packed in the shortest of three ways. All arithmetic is modulo 2^32, so every 32-bit
 * value survives. Equal values give equal bytes.
 */
export function writeColumn(writer: ByteWriter, values: Int32Array): void {
  const first = values[0]!
  const step = commonStep(values)
  writer.varint(zigzag(first))
  writer.varint(step)
  if (step === 0) return
  const count = values.length - 1
  if (stepBuffer.length < count) {
    stepBuffer = new Int32Array(2 * count)
    deltaBuffer = new Int32Array(2 * count)
  }
  const steps = stepBuffer
  const deltas = deltaBuffer
  let previous = 0
  for (let i = 0; i < count; i++) {
    const difference = values[i + 1]! - first
    const value = (step === 1 ? difference : difference / step) | 0
    steps[i] = value
    deltas[i] = value - previous
    previous = value
  }
  let constantFrom = count - 1
  while (constantFrom > 0 && deltas[constantFrom - 1] === deltas[count - 1]) constantFrom--
  for (let start = 0; start < count; start += BLOCK) {
    if (start >= constantFrom) {
      writer.byte(CONSTANT_DELTA << 6)
      writer.varint(zigzag(deltas[start]!))
      return
    }
    writeBlock(writer, steps, deltas, start, Math.min(BLOCK, count - start))
  }
}

function writeBlock(writer: ByteWriter, steps: Int32Array, deltas: Int32Array, start: number, size: number): void {
  const base = start === 0 ? 0 : steps[start - 1]!
  let zigzagBits = 0
  let deltaMinimum = deltas[start]!
  let deltaMaximum = deltaMinimum
  let valueMinimum = (steps[start]! - base) | 0
  let valueMaximum = valueMinimum
  for (let i = start; i < start + size; i++) {
    const delta = deltas[i]!
    const value = (steps[i]! - base) | 0
    zigzagBits |= zigzag(delta)
    if (delta < deltaMinimum) deltaMinimum = delta
    if (delta > deltaMaximum) deltaMaximum = delta
    if (value < valueMinimum) valueMinimum = value
    if (value > valueMaximum) valueMaximum = value
  }
  const deltaWidth = bitWidth(zigzagBits)
  const spreadWidth = bitWidth(deltaMaximum - deltaMinimum)
  const valueWidth = bitWidth(valueMaximum - valueMinimum)
  const deltaSize = packedSize(size, deltaWidth)
  const spreadSize = packedSize(size, spreadWidth) + varintSize(zigzag(deltaMinimum))
  const valueSize = packedSize(size, valueWidth) + varintSize(zigzag(valueMinimum))
  if (deltaSize <= spreadSize && deltaSize <= valueSize) {
    for (let i = 0; i < size; i++) packed[i] = zigzag(deltas[start + i]!)
    writer.byte((DELTA << 6) | deltaWidth)
    writer.packed(packed, size, deltaWidth)
  } else if (spreadSize <= valueSize) {
    for (let i = 0; i < size; i++) packed[i] = deltas[start + i]! - deltaMinimum
    writer.byte((DELTA_FROM_MINIMUM << 6) | spreadWidth)
    writer.varint(zigzag(deltaMinimum))
    writer.packed(packed, size, spreadWidth)
  } else {
    for (let i = 0; i < size; i++) packed[i] = steps[start + i]! - base - valueMinimum
    writer.byte((VALUE_FROM_MINIMUM << 6) | valueWidth)
    writer.varint(zigzag(valueMinimum))
    writer.packed(packed, size, valueWidth)
  }
}

/** Reads a column of `length` values (at least one) that `writeColumn` wrote. */
export function readColumn(reader: ByteReader, length: number): Int32Array<ArrayBuffer> {
  const values = new Int32Array(length)
  const first = unzigzag(reader.varint())
  const step = reader.varint()
  if (step === 0) return values.fill(first)
  let previous = 0
  for (let start = 1; start < length; ) {
    const head = reader.byte()
    const mode = head >> 6
    const width = widthOf(head)
    const end = mode === CONSTANT_DELTA ? length : Math.min(start + BLOCK, length)
    const minimum = mode === DELTA ? 0 : unzigzag(reader.varint())
    reader.packed(values, start, end - start, mode === CONSTANT_DELTA ? 0 : width)
    if (mode === DELTA) {
      for (let i = start; i < end; i++) {
        const packed = values[i]!
        previous = (previous + ((packed >>> 1) ^ -(packed & 1))) | 0
        values[i] = previous
      }
    } else if (mode === VALUE_FROM_MINIMUM) {
      const base = (previous + minimum) | 0
      for (let i = start; i < end; i++) values[i] = base + values[i]!
      previous = values[end - 1]!
    } else {
      for (let i = start; i < end; i++) {
        previous = (previous + minimum + values[i]!) | 0
        values[i] = previous
      }
    }
    start = end
  }
  if (step === 1) {
    if (first !== 0) for (let i = 0; i < length; i++) values[i] = values[i]! + first
  } else {
    for (let i = 0; i < length; i++) values[i] = Math.imul(values[i]!, step) + first
  }
  return values
}

/** Skips a column of `length` values without unpacking it. */
export function skipColumn(reader: ByteReader, length: number): void {
  reader.varint()
  if (reader.varint() === 0) return
  for (let start = 1; start < length; start += BLOCK) {
    const head = reader.byte()
    const mode = head >> 6
    const width = widthOf(head)
    if (mode !== DELTA) reader.varint()
    if (mode === CONSTANT_DELTA) return
    reader.skip(packedSize(Math.min(BLOCK, length - start), width))
  }
}

/** Returns the bits per value of the block that begins with `head`. Throws TileError if it is more than 32. */
function widthOf(head: number): number {
  const width = head & 63
  if (width > 32) throw new TileError('bit width in tile is over 32')
  return width
}
