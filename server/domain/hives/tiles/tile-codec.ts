import { CHECKSUM_BYTES, isChecked } from '../../platform/crc32.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../../platform/durations.ts'
import { ByteReader, ByteWriter } from './tile-bit-packing.ts'
import { readColumn, skipColumn, writeColumn } from './tile-column.ts'
import {
  ABSENT,
  type CoarseColumnName,
  levelNumber,
  levels,
  type RawColumnName,
  type Tile,
  TileError,
  tileSpan,
} from './timeline-tile.ts'

const VERSION = 2
/** The same format without a checksum. Such tiles are still read, and rewritten when they change. */
const UNCHECKED_VERSION = 1
const PARTIAL = 0x80

type ColumnName = RawColumnName | CoarseColumnName
type Columns = Partial<Record<ColumnName, Int32Array>>

/** Columns that are present or absent together, in the order of the mask's bits. */
const groups: Record<'raw' | 'coarse', readonly (readonly ColumnName[])[]> = {
  raw: [['weight'], ['temperature'], ['humidity'], ['battery'], ['signal']],
  coarse: [
    ['weightLast', 'weightMin', 'weightMax', 'weightMean'],
    ['temperature'],
    ['humidity'],
    ['battery'],
    ['signal'],
    ['weightStart'],
  ],
}
const groupsOf = (level: Tile['level']) => (level === 'raw' ? groups.raw : groups.coarse)
const resolution = { raw: 1, hour: HOUR_SECONDS, day: DAY_SECONDS } as const

/**
 * Layout: byte 0 = version << 4 | level; `from` in days (2 bytes, little-endian); length (varint); if there are rows: the mask of column
 * groups (bit 7: a mask of partial groups follows); the time column; then for each group its presence bits if it is partial, and its
 * columns; CRC-32 of all that (4 bytes, little-endian). Minimum and maximum are stored as distances from the last weight, the mean as the
 * distance from their midpoint.
 * Throws TileError for a tile whose columns break the rules of its type. Equal content gives equal bytes.
 */
export function encodeTile(tile: Tile): Uint8Array<ArrayBuffer> {
  const { level, from, length } = tile
  checkTimes(tile)
  const writer = new ByteWriter()
  const day = from / DAY_SECONDS
  writer.byte((VERSION << 4) | levelNumber[level])
  writer.byte(day & 255)
  writer.byte(day >> 8)
  writer.varint(length)
  if (length === 0) return writer.finishChecked()

  const columns: Columns = tile.columns
  const present = groupsOf(level).map((names) => countPresent(columns, names, length))
  let mask = 0
  let partial = 0
  present.forEach((count, index) => {
    if (count > 0) mask |= 1 << index
    if (count > 0 && count < length) partial |= 1 << index
  })
  writer.byte(partial > 0 ? mask | PARTIAL : mask)
  if (partial > 0) writer.byte(partial)
  writeColumn(writer, tile.time)
  groupsOf(level).forEach((names, index) => {
    const count = present[index]!
    if (count === 0) return
    if (count < length) writePresence(writer, columns[names[0]!]!)
    const dense = names.map((name) => presentValues(columns[name]!, count))
    if (dense.length > 1) towardsDistances(dense)
    for (const values of dense) writeColumn(writer, values)
  })
  return writer.finishChecked()
}

/**
 * Decodes the tile in `bytes`; with `wanted`, columns not needed for these may be omitted, which is faster. Throws TileError, a
 * DamagedError, if the bytes are not a tile or not the ones that were written.
 */
export function decodeTile(bytes: Uint8Array, wanted?: readonly (RawColumnName | CoarseColumnName)[]): Tile {
  const reader = new ByteReader(contentOf(bytes))
  const level = levels[reader.byte() & 15]
  if (level === undefined) throw new TileError('unknown level of tile')
  const from = (reader.byte() | (reader.byte() << 8)) * DAY_SECONDS
  const length = reader.varint()
  const { from: start, to } = tileSpan(level, from)
  if (start !== from || length > (to - from) / resolution[level]) throw new TileError('span or length of tile is wrong')
  const columns: Columns = {}
  let time = new Int32Array(0)
  if (length > 0) {
    const head = reader.byte()
    const mask = head & ~PARTIAL
    const partial = head & PARTIAL ? reader.byte() : 0
    if (mask >> groupsOf(level).length !== 0 || (partial & ~mask) !== 0) throw new TileError('unknown column in tile')
    time = readColumn(reader, length)
    groupsOf(level).forEach((names, index) => {
      if (!(mask & (1 << index))) return
      const rows = partial & (1 << index) ? readPresence(reader, length) : undefined
      const count = rows?.length ?? length
      const read = wanted === undefined ? names : namesToRead(names, wanted)
      const dense = read.map(() => readColumn(reader, count))
      for (let skipped = read.length; skipped < names.length; skipped++) skipColumn(reader, count)
      if (dense.length > 1) fromDistances(dense)
      read.forEach((name, order) => {
        columns[name] = rows === undefined ? dense[order]! : spread(dense[order]!, rows, length)
      })
    })
  }
  reader.end()
  const tile = { level, from, length, time, columns } as Tile
  checkTimes(tile)
  return tile
}

/** Verifies the checksum and returns everything before it. */
function contentOf(bytes: Uint8Array): Uint8Array {
  const version = (bytes[0] ?? 0) >> 4
  if (version === UNCHECKED_VERSION) return bytes
  if (version !== VERSION) throw new TileError('unknown version of tile')
  if (!isChecked(bytes)) throw new TileError('the checksum of a tile is wrong')
  return bytes.subarray(0, bytes.length - CHECKSUM_BYTES)
}

/** The last weight can be read alone; the other three are stored as distances and need all of the group. */
function namesToRead(names: readonly ColumnName[], wanted: readonly ColumnName[]): readonly ColumnName[] {
  if (!names.some((name) => wanted.includes(name))) return []
  return names.slice(1).some((name) => wanted.includes(name)) ? names : names.slice(0, 1)
}

/** Whether stored bytes, of this version or the previous one, have the same content as the output of `encodeTile`. */
export function isSameTile(stored: Uint8Array, encoded: Uint8Array): boolean {
  const isUnchecked = (stored[0] ?? 0) >> 4 === UNCHECKED_VERSION
  const expected = isUnchecked ? contentOf(encoded) : encoded
  if (stored.length !== expected.length) return false
  if (isUnchecked && (stored[0]! & 15) !== (expected[0]! & 15)) return false
  for (let at = isUnchecked ? 1 : 0; at < stored.length; at++) if (stored[at] !== expected[at]) return false
  return true
}

/** Whether a tile has a checksum that is wrong; a quick check for code that only passes bytes on. */
export const hasWrongChecksum = (bytes: Uint8Array): boolean => (bytes[0] ?? 0) >> 4 === VERSION && !isChecked(bytes)

/** Whether `decodeTile` would accept the bytes; checks only the checksum if they have one. */
export function isWholeTile(bytes: Uint8Array): boolean {
  if ((bytes[0] ?? 0) >> 4 === VERSION) return isChecked(bytes)
  try {
    decodeTile(bytes)
    return true
  } catch {
    return false
  }
}

/** The number of rows of an encoded tile; its first 6 bytes are enough. */
export function tileLength(head: Uint8Array): number {
  return new ByteReader(head.subarray(3)).varint()
}

function checkTimes({ level, from, length, time }: Tile): void {
  const span = tileSpan(level, from)
  const unit = resolution[level]
  if (span.from !== from || from < 0 || from > 0xffff * DAY_SECONDS) throw new TileError('tile is not aligned')
  if (time.length !== length) throw new TileError('time column has another length than its tile')
  let previous = -1
  for (let i = 0; i < length; i++) {
    const value = time[i]!
    if (value <= previous || (unit > 1 && value % unit !== 0)) throw new TileError('times of tile are out of order')
    previous = value
  }
  if (previous >= span.to - from) throw new TileError('time is outside its tile')
}

function countPresent(columns: Columns, names: readonly ColumnName[], length: number): number {
  const leader = columns[names[0]!]
  let count = 0
  if (leader !== undefined) for (let i = 0; i < leader.length; i++) if (leader[i] !== ABSENT) count++
  for (const name of names) {
    const column = columns[name]
    if (column !== undefined && column.length !== length) throw new TileError(`column ${name} has a wrong length`)
    for (let i = 0; column !== leader && i < length; i++) {
      if (((column?.[i] ?? ABSENT) === ABSENT) !== ((leader?.[i] ?? ABSENT) === ABSENT)) {
        throw new TileError(`column ${name} must be present where ${names[0]} is`)
      }
    }
  }
  return count
}

function presentValues(column: Int32Array, count: number): Int32Array {
  return count === column.length ? column.slice() : column.filter((value) => value !== ABSENT)
}

function towardsDistances([last, min, max, mean]: Int32Array[]): void {
  for (let i = 0; i < last!.length; i++) {
    mean![i] = mean![i]! - middle(min![i]!, max![i]!)
    min![i] = last![i]! - min![i]!
    max![i] = max![i]! - last![i]!
  }
}

function fromDistances([last, min, max, mean]: Int32Array[]): void {
  for (let i = 0; i < last!.length; i++) {
    min![i] = last![i]! - min![i]!
    max![i] = max![i]! + last![i]!
    mean![i] = mean![i]! + middle(min![i]!, max![i]!)
  }
}

const middle = (min: number, max: number): number => Math.floor((min + max) / 2)

function writePresence(writer: ByteWriter, column: Int32Array): void {
  for (let start = 0; start < column.length; start += 8) {
    let bits = 0
    for (let bit = 0; bit < 8 && start + bit < column.length; bit++) {
      if (column[start + bit] !== ABSENT) bits |= 1 << bit
    }
    writer.byte(bits)
  }
}

function readPresence(reader: ByteReader, length: number): number[] {
  const rows: number[] = []
  for (let start = 0; start < length; start += 8) {
    const bits = reader.byte()
    for (let bit = 0; bit < 8; bit++) if (bits & (1 << bit)) rows.push(start + bit)
  }
  if (rows.length === 0 || rows[rows.length - 1]! >= length) throw new TileError('presence bits of tile are wrong')
  return rows
}

function spread(dense: Int32Array, rows: number[], length: number): Int32Array<ArrayBuffer> {
  const column = new Int32Array(length).fill(ABSENT)
  rows.forEach((row, index) => {
    column[row] = dense[index]!
  })
  return column
}
