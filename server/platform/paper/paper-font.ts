import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

/** Arimo: the metrics of Helvetica, with all European Latin letters, Cyrillic and Greek. */
const files = {
  regular: import.meta.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf'),
}
export type PaperFont = keyof typeof files
const paperFonts = Object.keys(files) as PaperFont[]

const opened = new Map<PaperFont, { font: Font; known: ReadonlySet<number> }>()

/** Cached: parsing a font takes longer than drawing a paper. */
function openFont(name: PaperFont): { font: Font; known: ReadonlySet<number> } {
  const kept = opened.get(name)
  if (kept) return kept
  const font = create(readFileSync(fileURLToPath(files[name])))
  const read = { font, known: new Set(font.characterSet) }
  opened.set(name, read)
  return read
}

/** Makes the fonts available to a document, by their names. */
export function addPaperFonts(pdf: PDFKit.PDFDocument): void {
  // it accepts opened fonts, which its types do not say
  for (const name of paperFonts) pdf.registerFont(name, openFont(name).font as unknown as Buffer)
}

const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const SPACE = /[\s\p{Cc}]+/gu
const ACCENT = /\p{Mn}/gu
/** Stands for characters that the font lacks and that have no similar one: a letter of another script, a picture. */
const MISSING = '□'

/** Converts a text to one line of characters that the font has; `complete` is false if something had to be replaced by `MISSING`. */
export function fontText(name: PaperFont, text: string): { text: string; complete: boolean } {
  const { known } = openFont(name)
  const has = (words: string) => words !== '' && [...words].every((character) => known.has(character.codePointAt(0)!))
  let complete = true
  const characters = [...text.normalize('NFC').replace(UNSEEN, '').replace(SPACE, ' ').trim()].map((character) => {
    if (has(character)) return character
    const alike = [character.normalize('NFKC'), character.normalize('NFKD').replace(ACCENT, '')].find(has)
    if (alike !== undefined) return alike
    complete = false
    return MISSING
  })
  return { text: characters.join(''), complete }
}
