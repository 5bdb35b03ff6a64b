const POLYNOMIAL = 0xedb88320
const SLICES = 8

/** Eight tables in a row: the effect of a byte that is followed by 0 to 7 others. */
const table = new Int32Array(SLICES * 256)
for (let byte = 0; byte < 256; byte++) {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1
  table[byte] = value
}
for (let i = 256; i < table.length; i++) table[i] = (table[i - 256]! >>> 8) ^ table[table[i - 256]! & 255]!

/** The unsigned CRC-32 of the first `length` bytes, as computed by zlib and PNG (ISO 3309); processes eight bytes at a time. */
export function crc32(bytes: Uint8Array, length = bytes.length): number {
  let crc = -1
  let at = 0
  for (; at + SLICES <= length; at += SLICES) {
    const low = crc ^ (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24))
    crc =
      table[1792 + (low & 255)]! ^
      table[1536 + ((low >>> 8) & 255)]! ^
      table[1280 + ((low >>> 16) & 255)]! ^
      table[1024 + (low >>> 24)]! ^
      table[768 + bytes[at + 4]!]! ^
      table[512 + bytes[at + 5]!]! ^
      table[256 + bytes[at + 6]!]! ^
      table[bytes[at + 7]!]!
  }
  for (; at < length; at++) crc = (crc >>> 8) ^ table[(crc ^ bytes[at]!) & 255]!
  return ~crc >>> 0
}

/** Size of the checksum that ends checked bytes: the CRC-32 of everything before it, little-endian. */
export const CHECKSUM_BYTES = 4

/** Whether `bytes` end with the checksum of everything before it. */
export function isChecked(bytes: Uint8Array): boolean {
  const end = bytes.length - CHECKSUM_BYTES
  if (end < 0) return false
  const stored = bytes[end]! | (bytes[end + 1]! << 8) | (bytes[end + 2]! << 16) | (bytes[end + 3]! << 24)
  return stored >>> 0 === crc32(bytes, end)
}
