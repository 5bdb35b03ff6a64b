import type { ReceivedMail } from './mail-server.ts'

/** The text of a mail as a person reads it. */
export const wordsOf = (mail: ReceivedMail): string => partOf(mail, 'text/plain').bytes.toString('utf8')

/** The PDF attached to a mail. */
export const pdfIn = (mail: ReceivedMail): Buffer => partOf(mail, 'application/pdf').bytes

/** One part of a mail, with its headers, decoded from its transfer encoding. */
export function partOf({ raw }: ReceivedMail, type: string): { head: string; bytes: Buffer } {
  const found = new RegExp(`(Content-Type: ${type}[^]*?)\\r\\n\\r\\n([^]*?)\\r\\n--`).exec(raw)
  const [, head = '', body = ''] = found ?? []
  const encoding = /Content-Transfer-Encoding: (\S+)/.exec(head)?.[1]
  if (encoding === 'quoted-printable') return { head, bytes: unquoted(body) }
  return { head, bytes: Buffer.from(body, encoding === 'base64' ? 'base64' : 'utf8') }
}

const unquoted = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
