import path from 'node:path'
import { type NumberKind, numberKindOf } from './number-format.ts'
import { UnreadableWorkbook } from './unreadable-workbook.ts'
import { attributeOf, type Tag, tagsIn, textBefore } from './xml-tags.ts'

const STRINGS_MAXIMUM = 1_000_000
const STRINGS_MAXIMUM_CHARACTERS = 16 * 1024 * 1024
const STYLES_MAXIMUM = 100_000
const RELATIONS_MAXIMUM = 10_000
export const SHEETS_MAXIMUM = 1000
/** As many as Excel allows in a cell; thousands of cells may refer to the same text. */
const CELL_MAXIMUM_CHARACTERS = 32_767

export type OpenText = (name: string) => AsyncGenerator<string> | undefined
/** `kinds`: what numbers stand for, by the style of their cell. `sheets`: those that are not hidden, in their order. */
export type Workbook = {
  sheets: { name: string; path: string }[]
  is1904: boolean
  strings: string[]
  kinds: NumberKind[]
}

/** Reads what the sheets of a workbook (.xlsx) share. Throws `UnreadableWorkbook`. */
export async function readWorkbook(open: OpenText): Promise<Workbook> {
  const [book] = [...(await readRelations(open, '')).values()].filter(({ type }) => type === 'officeDocument')
  if (!book) throw new UnreadableWorkbook('broken')
  const relations = await readRelations(open, book.path)
  const partOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.path
  const workbook: Workbook = { sheets: [], is1904: false, strings: [], kinds: [] }
  for await (const tag of each(open(book.path))) {
    if (tag.name === 'workbookPr') workbook.is1904 = isTrue(attributeOf(tag, 'date1904'))
    if (tag.name !== 'sheet' || (attributeOf(tag, 'state') ?? 'visible') !== 'visible') continue
    const relation = relations.get(attributeOf(tag, 'id') ?? '')
    if (relation?.type === 'worksheet' && workbook.sheets.length < SHEETS_MAXIMUM) {
      workbook.sheets.push({ name: attributeOf(tag, 'name') ?? '', path: relation.path })
    }
  }
  workbook.kinds = await readKinds(open(partOf('styles') ?? ''))
  workbook.strings = await readStrings(open(partOf('sharedStrings') ?? ''))
  return workbook
}

const isTrue = (written: string | undefined): boolean => written === '1' || written === 'true'

async function* each(text: AsyncIterable<string> | undefined): AsyncGenerator<Tag> {
  if (text) for await (const tags of tagsIn(text)) yield* tags
}

/** What a part of the file, or the file itself, refers to: by its id, with the last word of its type. */
async function readRelations(open: OpenText, part: string): Promise<Map<string, { type: string; path: string }>> {
  const folder = path.posix.dirname(`/${part}`)
  const relations = new Map<string, { type: string; path: string }>()
  const name = path.posix.join(folder, '_rels', `${path.posix.basename(part)}.rels`).slice(1)
  for await (const tag of each(open(name))) {
    const target = attributeOf(tag, 'Target')
    if (tag.name !== 'Relationship' || target === undefined || relations.size >= RELATIONS_MAXIMUM) continue
    const type = path.posix.basename(attributeOf(tag, 'Type') ?? '')
    relations.set(attributeOf(tag, 'Id') ?? '', { type, path: path.posix.resolve(folder, target).slice(1) })
  }
  return relations
}

async function readKinds(text: AsyncIterable<string> | undefined): Promise<NumberKind[]> {
  const codes = new Map<string, string>()
  const kinds: NumberKind[] = []
  let isOfCells = false
  for await (const tag of each(text)) {
    if (tag.name === 'cellXfs') isOfCells = !tag.isClosing
    else if (tag.name === 'numFmt' && codes.size < STYLES_MAXIMUM) {
      codes.set(attributeOf(tag, 'numFmtId') ?? '', attributeOf(tag, 'formatCode') ?? '')
    } else if (tag.name === 'xf' && isOfCells && !tag.isClosing && kinds.length < STYLES_MAXIMUM) {
      const id = attributeOf(tag, 'numFmtId') ?? '0'
      kinds.push(numberKindOf(Number(id), codes.get(id)))
    }
  }
  return kinds
}

/** The text of a cell with more, up to what a cell may hold; one that is full is not touched again, however much follows. */
export const joined = (text: string, more: string): string =>
  text.length < CELL_MAXIMUM_CHARACTERS ? (text + more).slice(0, CELL_MAXIMUM_CHARACTERS) : text

/** The text of a cell with what stands before another tag. */
export const withMore = (text: string, tag: Tag): string => joined(text, textBefore(tag))

async function readStrings(text: AsyncIterable<string> | undefined): Promise<string[]> {
  const strings: string[] = []
  let characters = 0
  let string = ''
  let isReading = true
  for await (const tag of each(text)) {
    // how a text is pronounced
    if (tag.name === 'rPh') isReading = tag.isClosing || tag.isEmpty
    else if (tag.name === 't' && tag.isClosing && isReading) string = withMore(string, tag)
    else if (tag.name === 'si' && (tag.isClosing || tag.isEmpty)) {
      characters += string.length
      if (strings.length >= STRINGS_MAXIMUM || characters > STRINGS_MAXIMUM_CHARACTERS) {
        throw new UnreadableWorkbook('too large')
      }
      strings.push(string)
      string = ''
    }
  }
  return strings
}
