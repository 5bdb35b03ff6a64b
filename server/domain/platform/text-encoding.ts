export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The encoding: by byte order mark, else UTF-8 if valid, else Windows-1252. If the bytes are not the whole text, its last character may be cut off. */
export function encodingOf(bytes: Uint8Array, isWhole: boolean): TextEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** A whole text, whichever program wrote it. */
export const decodeText = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes, true)).decode(bytes)
