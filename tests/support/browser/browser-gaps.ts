import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data'

/** Something that a browser lacks: its name, how its use looks in built code, what stands in each use as it is, and the browsers. */
export type Gap = { name: string; pattern: RegExp; word: string; browsers: string[] }
type Oldest = { safari: string; chrome: string; firefox: string }

/** No other word of which it is a part; what is spread has points before it. */
const BEFORE = '(?<![\\w$]|(?<!\\.\\.)\\.)(?:self\\.|window\\.|globalThis\\.)?'
/** So near before its use stands the question whether something is there. */
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
 * What the oldest browsers lack, by the data of MDN, as far as its name betrays it in built code: classes, what they have themselves
 * (`URL.parse`), and methods whose name nothing older bears (`.hidePopover()`).
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

/** Where code uses something without having asked just before whether it is there: some of what stands around it. */
export function usesOf(gap: Gap, code: string): string[] {
  // hundreds of patterns over megabytes take ten seconds
  if (!code.includes(gap.word)) return []
  const word = gap.name.split('.').at(-1)!
  return [...code.matchAll(gap.pattern)].flatMap(({ index }) => {
    const before = code.slice(Math.max(0, index - ASKED_WITHIN), index)
    return new RegExp(`\\b${word}\\b`).test(before) ? [] : [code.slice(Math.max(0, index - 60), index + 60)]
  })
}
