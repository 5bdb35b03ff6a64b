import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { type ByteRange, byteRange } from './byte-range.ts'

/** The part of a file that a request wants, according to its headers. */
export type PartAsked = { range: string | undefined; ifRange: string | undefined; isHead: boolean }

/** A reply with a file or part of it. */
export type FileAnswer = { status: 200 | 206 | 416; headers: Record<string, string>; body: ReadableStream | null }

/** The bytes of a file to answer with (none for HEAD, an empty file, or a range that starts beyond the end), with status and headers. */
export function filePart(
  { size, etag }: { size: number; etag: string },
  { range, ifRange, isHead }: PartAsked,
): Omit<FileAnswer, 'body'> & { bytes: ByteRange | undefined } {
  const asked = ifRange === undefined || ifRange === etag ? byteRange(range, size) : undefined
  const headers = { 'Accept-Ranges': 'bytes', ETag: etag }
  if (asked === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` }, bytes: undefined }
  }
  const { from, to } = asked ?? { from: 0, to: size - 1 }
  return {
    status: asked ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': String(to - from + 1),
      ...(asked ? { 'Content-Range': `bytes ${from}-${to}/${size}` } : {}),
    },
    bytes: isHead || size === 0 ? undefined : { from, to },
  }
}

/** The bytes of a file, read while they are sent. */
export const readPart = (file: string, bytes: ByteRange | undefined): ReadableStream | null =>
  bytes ? (Readable.toWeb(createReadStream(file, { start: bytes.from, end: bytes.to })) as ReadableStream) : null
