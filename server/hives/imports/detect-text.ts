import { separatorSaidIn } from '#domain/platform/csv-row.ts'

const LINES_SHOWN = 30
const LINE_MAXIMUM_CHARACTERS = 2000
/** Tabs and line breaks are the only control characters in a table of text. */
const notInText = /(?![\t\n\r])\p{Cc}(?<![\u0080-\u009f])/u

export type DetectedText = { encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'; lines: string[] }

/**
 * How the beginning of a file is written, and its first lines, without one that says the separator: by its byte order mark, else UTF-8, else as Windows writes it.
 * `isWhole`: the bytes are the whole file. Undefined for what is no text.
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

/** How text is written; of bytes that are not the whole of it the last character may be cut. */
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
