import { separatorSaidIn } from '#domain/platform/csv-row.ts'

const LINES_SHOWN = 30
const LINE_MAXIMUM_CHARACTERS = 2000
/** Tabs and line breaks are the only control characters allowed in a text table. */
const notInText = /(?![\t\n\r])\p{Cc}(?<![\u0080-\u009f])/u

export type DetectedText = { encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'; lines: string[] }

/**
 * Returns the encoding of a file and its first lines, except one that declares the separator. Undefined if it is not text.
 * `isWhole`: the bytes are the whole file.
 */
export function detectText(bytes: Uint8Array, isWhole: boolean): DetectedText | undefined {
  const encoding = encodingOf(bytes, isWhole)
  const text = new TextDecoder(encoding).decode(bytes, { stream: !isWhole })
  if (notInText.test(text)) return undefined
  const lines = text.split(/\r\n|\n|\r/)
  if (!isWhole && lines.length > 1) lines.pop()
  return {
    encoding,
    lines: (separatorSaidIn(lines[0] ?? '') ? lines.slice(1) : lines)
      .filter((line) => line.trim() !== '')
      .slice(0, LINES_SHOWN)
      .map((line) => line.slice(0, LINE_MAXIMUM_CHARACTERS)),
  }
}

/** The encoding: by byte order mark, else UTF-8 if valid, else Windows-1252. If the bytes are not the whole text, its last character may be cut off. */
export function encodingOf(bytes: Uint8Array, isWhole: boolean): DetectedText['encoding'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
