/** `names`: of the classes in it; none where it is for all. */
type Rule = { text: string; names: string[] }

/** What was read of each, which takes a phone longer than all else of a picture: sheets that are there stay as they are. */
const known = new WeakMap<CSSStyleSheet, Rule[]>()

function rulesOf(sheet: CSSStyleSheet): Rule[] {
  let rules = known.get(sheet)
  if (!rules) {
    rules = [...sheet.cssRules].map(({ cssText }) => {
      const names = [...cssText.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name!)
      return { text: cssText, names }
    })
    known.set(sheet, rules)
  }
  return rules
}

/** All but those that come with the page itself, and those of extensions of the browser, which nobody may read. */
function sheets(): CSSStyleSheet[] {
  const page = document.querySelector('style[data-page]')
  const { origin } = window.location
  return [...document.styleSheets].filter(
    ({ ownerNode, href }) => ownerNode !== page && (href === null || new URL(href).origin === origin),
  )
}

/** Reads the sheets that came since the last time, one whenever `free` resolves. */
export async function readSheets(free: () => Promise<void>): Promise<void> {
  for (const sheet of sheets()) {
    if (known.has(sheet)) continue
    await free()
    rulesOf(sheet)
  }
}

/** The rules for these classes that did not come with the page itself. */
export const rulesFor = (classes: Set<string>): string =>
  sheets()
    .flatMap(rulesOf)
    .filter(({ names }) => names.length === 0 || names.some((name) => classes.has(name)))
    .map(({ text }) => text)
    .join('')
