import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data'

/** Something that a browser lacks: its name, a pattern for its use in built code, a literal text that every use contains, and the browsers that lack it. */
export type Gap = { name: string; pattern: RegExp; word: string; browsers: string[] }
type Oldest = { safari: string; chrome: string; firefox: string }

/** Not preceded by another part of a longer name; a spread operator may come before it. */
const BEFORE = '(?<![\\w$]|(?<!\\.\\.)\\.)(?:self\\.|window\\.|globalThis\\.)?'
/** How many characters before a use the check for support may be. */
const ASKED_WITHIN = 200

const version = (text: string) => text.replace('≤', '').split('.').map(Number)
const isLater = (a: string, b: string): boolean => {
  const [[major = 0, minor = 0], [ofMajor = 0, ofMinor = 0]] = [version(a), version(b)]
  return major > ofMajor || (major === ofMajor && minor > ofMinor)
}

function browsersWithout({ support }: CompatStatement, oldest: Oldest): string[] {
  const wanted = { safari_ios: oldest.safari, chrome: oldest.chrome, firefox: oldest.firefox }
  return Object.entries(wanted).flatMap(([browser, ours]) => {
    const known = support[browser as keyof typeof wanted]
    const has = [known ?? []]
      .flat()
      .some(
        ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }) =>
          typeof added === 'string' &&
          added !== 'preview' &&
          !isLater(added, ours) &&
          !(typeof removed === 'string' && !isLater(removed, ours)) &&
          !(flags || prefix || other),
      )
    return known && !has ? [`${browser} ${ours}`] : []
  })
}

const membersOf = (node: Identifier) =>
  Object.entries(node).filter(
    (entry): entry is [string, Identifier] => entry[0] !== '__compat' && '__compat' in Object(entry[1]),
  )
const plain = (member: string) => member.replace(/_static$/, '')

/**
 * What the oldest browsers lack according to MDN's data, as far as a name in built code reveals it: classes, static members (`URL.parse`), and methods whose
 * names nothing older has (`.hidePopover()`).
 */
export function gapsOf(oldest: Oldest): Gap[] {
  const { Intl: intl, ...builtins } = bcd.javascript.builtins as Identifier & Record<string, Identifier>
  const owners: [string, Identifier][] = [
    ...membersOf(builtins),
    ...membersOf(bcd.api),
    ...membersOf(intl!).map(([name, node]): [string, Identifier] => [`Intl.${name}`, node]),
  ]
  const withoutOf = ({ __compat }: Identifier) => (__compat ? browsersWithout(__compat, oldest) : [])
  const older = new Set(
    owners.flatMap(([, owner]) =>
      membersOf(owner).flatMap(([member, node]) => (withoutOf(node).length === 0 ? [plain(member)] : [])),
    ),
  )
  const gaps = owners.flatMap(([owner, node]): Gap[] => {
    const browsers = withoutOf(node)
    if (browsers.length > 0) {
      const pattern = new RegExp(`${BEFORE}(?:new ${owner}\\b|${owner}\\.\\w+\\()`, 'g')
      return [{ name: owner, pattern, word: owner, browsers }]
    }
    return membersOf(node).flatMap(([member, own]): Gap[] => {
      const lacking = withoutOf(own)
      if (lacking.length === 0) return []
      const name = plain(member)
      if (member !== name || Object.hasOwn(Object(Reflect.get(globalThis, owner)), name)) {
        const pattern = new RegExp(`${BEFORE}${owner}\\.${name}\\(`, 'g')
        return [{ name: `${owner}.${name}`, pattern, word: `${owner}.${name}(`, browsers: lacking }]
      }
      const isTelling = /^[a-z]+[A-Z]\w+$/.test(name) && !older.has(name)
      const word = `.${name}(`
      return isTelling ? [{ name: `.${name}`, pattern: new RegExp(`\\.${name}\\(`, 'g'), word, browsers: lacking }] : []
    })
  })
  const iterated =
    /\.(?:keys|values|entries)\(\)\.(?:map|filter|find|some|every|reduce|toArray|take|drop|forEach|flatMap)\(/g
  return [...gaps, { name: 'Iterator.prototype', pattern: iterated, word: '().', browsers: ['all of them'] }]
}

/** The uses of a feature in the code without a check for support just before; each as an excerpt of the code around it. */
export function usesOf(gap: Gap, code: string): string[] {
  // matching hundreds of patterns against megabytes takes ten seconds
  if (!code.includes(gap.word)) return []
  const word = gap.name.split('.').at(-1)!
  return [...code.matchAll(gap.pattern)].flatMap(({ index }) => {
    const before = code.slice(Math.max(0, index - ASKED_WITHIN), index)
    return new RegExp(`\\b${word}\\b`).test(before) ? [] : [code.slice(Math.max(0, index - 60), index + 60)]
  })
}
