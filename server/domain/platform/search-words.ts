const WORDS_MAXIMUM = 6
const SPELLINGS_MAXIMUM = 8

/** Marks on letters, as they are once a letter was decomposed. */
export const LETTER_MARKS = '\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0326\u0327\u0328'
/** Letters that are not made of a letter and a mark, and what is typed instead. */
export const WHOLE_LETTERS = 'øØłŁđĐœŒæÆ'
export const WHOLE_LETTERS_AS = 'oollddooaa'

const marks = new RegExp(`[${LETTER_MARKS}]`, 'g')
const wholeLetters = new RegExp(`[${WHOLE_LETTERS}]`, 'g')
const spelledOut = /(ae|oe|ue|[äöüæœ])/

/** Text as it is compared with what somebody searches for: in lower case, and without marks on letters. */
export const foldText = (text: string): string =>
  text
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(marks, '')
    .replace(wholeLetters, (letter) => WHOLE_LETTERS_AS[WHOLE_LETTERS.indexOf(letter)]!)
    .toLowerCase()

/** The ways to spell each word of a search, folded: Müller is also written Muller or Mueller. */
export const searchSpellings = (q: string): string[][] =>
  // no text contains NUL, and it ends a pattern in SQLite
  q.replaceAll('\u0000', ' ').split(/\s+/).filter(foldText).slice(0, WORDS_MAXIMUM).map(spellingsOf)

/** Whether each word of `q` occurs in the text, in one of its spellings; true if there are no words. */
export function matchesSearch(text: string, q: string): boolean {
  const folded = foldText(text)
  return searchSpellings(q).every((spellings) => spellings.some((spelling) => folded.includes(spelling)))
}

function spellingsOf(word: string): string[] {
  const parts = word.normalize('NFC').toLowerCase().split(spelledOut)
  const all = parts.reduce<string[]>(
    (heads, part) => {
      if (!spelledOut.test(part)) return heads.map((head) => head + part)
      const letter = foldText(part)[0]!
      return heads.flatMap((head) => [head + letter, `${head}${letter}e`]).slice(0, SPELLINGS_MAXIMUM)
    },
    [''],
  )
  return all.map(foldText)
}
