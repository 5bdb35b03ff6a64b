/** Letters that Unicode does not decompose into a letter and an accent. */
const ALIKE: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ŧ: 't',
  Ŧ: 'T',
  ŋ: 'n',
  Ŋ: 'N',
  ĸ: 'k',
  ſ: 's',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‹': "'",
  '›': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '•': '-',
  '™': 'TM',
}

/** Characters supported by both the font of the papers (WinAnsi) and the QR-bill (SIX, Implementation Guidelines 2.3, chapter 4.1.1). */
const KNOWN = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ffŒœŠšŽžŸ€]*$/
const UNSEEN = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
const SPACE = /[\s\p{Cc}]+/gu
const ACCENT = /\p{Mn}/gu

/**
 * Converts a text to one line of characters that can be printed and put into a QR-bill: `č` becomes `c`, curly quotes become straight, line
 * breaks spaces. Characters without a similar one (another script, a picture) become `?`, and `complete` is false.
 */
export function printableText(text: string): { text: string; complete: boolean } {
  let complete = true
  const characters = [...text.normalize('NFC').replace(UNSEEN, '').replace(SPACE, ' ').trim()].map((character) => {
    if (KNOWN.test(character)) return character
    const alike = ALIKE[character] ?? character.normalize('NFKD').replace(ACCENT, '')
    if (alike !== '' && KNOWN.test(alike)) return alike
    complete = false
    return '?'
  })
  return { text: characters.join(''), complete }
}
