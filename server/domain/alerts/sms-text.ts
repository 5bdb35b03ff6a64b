/** GSM 03.38: the default alphabet, and the extension, whose characters take two positions each. */
const GSM_BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const GSM_EXTENDED = new Set('\f^{}\\[~]|€')

const SMS_GSM_LIMIT = 160
const SMS_UCS2_LIMIT = 70

/** How much of one SMS a text takes: in positions of the GSM alphabet, or in 16-bit units if it has other characters. */
export type SmsFit = { encoding: 'GSM-7' | 'UCS-2'; used: number; limit: number; fits: boolean }

export function smsFit(text: string): SmsFit {
  const characters = [...text]
  const isGsm = characters.every((one) => GSM_BASIC.has(one) || GSM_EXTENDED.has(one))
  const used = isGsm ? characters.length + characters.filter((one) => GSM_EXTENDED.has(one)).length : text.length
  const limit = isGsm ? SMS_GSM_LIMIT : SMS_UCS2_LIMIT
  return { encoding: isGsm ? 'GSM-7' : 'UCS-2', used, limit, fits: used <= limit }
}

const lookalikes: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '·': ',',
  œ: 'oe',
  Œ: 'OE',
  '\t': ' ',
}

/** Converts text to the GSM alphabet as far as it has similar characters: `forêt` becomes `foret`. */
export function toSmsCharacters(text: string): string {
  return [...text.normalize('NFC')]
    .map((one) => {
      if (GSM_BASIC.has(one) || GSM_EXTENDED.has(one)) return one
      if (/\p{Zs}/u.test(one)) return ' '
      const plain = lookalikes[one] ?? one.normalize('NFD').replace(/\p{M}/gu, '')
      return [...plain].every((each) => GSM_BASIC.has(each)) ? plain : one
    })
    .join('')
}

/** The part of a name that the GSM alphabet can represent; the unchanged name if there is none. */
export function smsName(name: string): string {
  const plain = [...toSmsCharacters(name)]
    .filter((one) => GSM_BASIC.has(one) || GSM_EXTENDED.has(one))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(plain) ? plain : name.replace(/\s+/g, ' ').trim()
}

/**
 * Composes a text with names so that it fits into one SMS: if necessary the longest names are shortened, never the words around them.
 * `compose` inserts the names into the text.
 */
export function fitSmsNames(names: readonly string[], compose: (names: readonly string[]) => string): string {
  const text = cutToFit(names.map(smsName), compose)
  if (smsFit(text).fits) return text
  const inGsm = (name: string) =>
    [...smsName(name)].map((one) => (smsFit(one).encoding === 'GSM-7' ? one : '?')).join('')
  return cutToFit(names.map(inGsm), compose)
}

function cutToFit(names: readonly string[], compose: (names: readonly string[]) => string): string {
  const cutTo = (length: number) => toSmsCharacters(compose(names.map((name) => cut(name, length))))
  const longest = Math.max(1, ...names.map((name) => [...name].length))
  const whole = cutTo(longest)
  if (smsFit(whole).fits) return whole
  let [fitting, tooLong] = [1, longest]
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1
    if (smsFit(cutTo(middle)).fits) fitting = middle
    else tooLong = middle
  }
  return cutTo(fitting)
}

function cut(name: string, length: number): string {
  const characters = [...name]
  if (characters.length <= length) return name
  return length < 3
    ? characters.slice(0, length).join('')
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}.`
}
