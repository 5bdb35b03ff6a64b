import { UnreadableWorkbook } from './unreadable-workbook.ts'

const UNFINISHED_MAXIMUM_CHARACTERS = 256 * 1024
const TAG = /<[^<>"']*(?:"[^"<]*"[^<>"']*|'[^'<]*'[^<>"']*)*>/y
const PREFIXED = /^<\/?(?:[^\s:/>]+:)?([^\s/>]+)/
const CDATA = '<![CDATA['
const REFERENCE = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi
/** How spreadsheets write characters that XML does not allow. */
const ESCAPED = /_x([\dA-F]{4})_/gi
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** `name`: without its prefix. `before`: the text before the tag as it is written. */
export type Tag = { name: string; written: string; isClosing: boolean; isEmpty: boolean; before: string }

/** Yields the tags of an XML text, as many at a time as a piece completes. Knows no entities but the five of XML. Throws `UnreadableWorkbook`. */
export async function* tagsIn(pieces: AsyncIterable<string>): AsyncGenerator<Tag[]> {
  let rest = ''
  let before = ''
  for await (const piece of pieces) {
    rest += piece
    const tags: Tag[] = []
    let at = 0
    for (let open = rest.indexOf('<'); open >= 0; open = rest.indexOf('<', at)) {
      if (rest.startsWith('<!', open) || rest.startsWith('<?', open)) {
        const special = specialAt(rest, open)
        if (!special) break
        before += rest.slice(at, open) + special.text
        at = special.end
        continue
      }
      TAG.lastIndex = open
      const [written] = TAG.exec(rest) ?? []
      if (!written) break
      tags.push({
        name: PREFIXED.exec(written)?.[1] ?? '',
        written,
        isClosing: written.startsWith('</'),
        isEmpty: written.endsWith('/>'),
        before: before + rest.slice(at, open),
      })
      before = ''
      at = open + written.length
    }
    rest = rest.slice(at)
    if (rest.length + before.length > UNFINISHED_MAXIMUM_CHARACTERS) throw new UnreadableWorkbook('broken')
    yield tags
  }
}

/** Where a comment, an instruction or a piece of literal text ends, with what counts of it as text; undefined if that has not come yet. */
function specialAt(rest: string, open: number): { end: number; text: string } | undefined {
  if (rest.length < open + CDATA.length) return undefined
  const isLiteral = rest.startsWith(CDATA, open)
  const last = isLiteral ? ']]>' : rest.startsWith('<!--', open) ? '-->' : '>'
  const end = rest.indexOf(last, open)
  if (end < 0) return undefined
  const text = isLiteral ? rest.slice(open + CDATA.length, end).replaceAll('&', '&amp;') : ''
  return { end: end + last.length, text }
}

/** The text before a tag. */
export const textBefore = ({ before }: Tag): string => decoded(before)

/** The value of an attribute, whatever its prefix; undefined if the tag has none. */
export function attributeOf({ written }: Tag, name: string): string | undefined {
  const found = attributePattern(name).exec(written)
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? undefined : decoded(value)
}

const patterns = new Map<string, RegExp>()
function attributePattern(name: string): RegExp {
  const known = patterns.get(name)
  if (known) return known
  const pattern = new RegExp(`\\s(?:[^\\s=:"']+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  patterns.set(name, pattern)
  return pattern
}

function decoded(text: string): string {
  const character = (code: number) => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : '')
  const plain = text.includes('&')
    ? text.replace(REFERENCE, (_, hex, decimal, name) =>
        name ? named[name.toLowerCase()]! : character(hex ? Number.parseInt(hex, 16) : Number(decimal)),
      )
    : text
  return plain.includes('_x') ? plain.replace(ESCAPED, (_, hex) => character(Number.parseInt(hex, 16))) : plain
}
