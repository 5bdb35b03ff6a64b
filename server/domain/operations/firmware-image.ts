/** The kinds of firmware files, recognized by how they begin, as their formats are documented. */
export const firmwareKinds = ['esp', 'elf', 'intelHex', 'uf2', 'mcuboot', 'cortexM', 'avr'] as const
export type FirmwareKind = (typeof firmwareKinds)[number]

type Test = (bytes: Uint8Array, word: (at: number) => number) => boolean

const ESP_SEGMENTS_MAXIMUM = 16
const UF2_BLOCK = 512

/**
 * Recognizes the accepted formats by their signatures. Sources: Espressif "App image format", the ELF specification, Intel "Hexadecimal
 * Object File Format", Microsoft UF2, MCUboot "Image format", ARMv7-M "Vector table", Microchip AVR instruction set (`jmp`).
 */
const tests: Record<FirmwareKind, Test> = {
  esp: ([magic, segments = 0]) => magic === 0xe9 && segments >= 1 && segments <= ESP_SEGMENTS_MAXIMUM,
  elf: (_, word) => word(0) === 0x464c457f,
  uf2: ({ length }, word) =>
    length % UF2_BLOCK === 0 && word(0) === 0x0a324655 && word(4) === 0x9e5d5157 && word(508) === 0x0ab16f30,
  mcuboot: (_, word) => word(0) === 0x96f3b83d,
  intelHex: isIntelHex,
  avr: (bytes) => [0, 4, 8, 12].every((at) => bytes[at] === 0x0c && bytes[at + 1] === 0x94),
  cortexM: (_, word) => isMemory(word(0)) && [4, 8, 12].every((at) => isThumb(word(at))),
}

/** Returns the format of an image by how it begins; undefined if it is not firmware or ends too early. */
export function firmwareKind(bytes: Uint8Array): FirmwareKind | undefined {
  if (bytes.length < 64) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const word = (at: number) => (at + 4 <= bytes.length ? view.getUint32(at, true) : 0)
  return firmwareKinds.find((kind) => tests[kind](bytes, word))
}

/** Whether the stack starts in memory (SRAM, or memory coupled to the core) at a word boundary. */
const isMemory = (address: number) =>
  address % 4 === 0 &&
  ((address > 0x2000_0000 && address <= 0x2020_0000) || (address > 0x1000_0000 && address <= 0x1004_0000))

/** Whether a handler is in the code region, with an odd address, which means Thumb. */
const isThumb = (address: number) => address % 2 === 1 && address > 0x40 && address < 0x1fff_ffff

/** Whether the file is complete, from the first record to the end record, and every checksum is correct. */
function isIntelHex(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x3a) return false
  const lines = new TextDecoder('latin1').decode(bytes).split(/\r?\n/)
  for (const line of lines) {
    if (!/^:([0-9a-f]{2}){5,260}$/i.test(line)) return false
    let sum = 0
    for (let at = 1; at < line.length; at += 2) sum += Number.parseInt(line.slice(at, at + 2), 16)
    const length = Number.parseInt(line.slice(1, 3), 16)
    if (sum % 256 !== 0 || line.length !== 11 + 2 * length) return false
    if (line.slice(7, 9) === '01') return true
  }
  return false
}
