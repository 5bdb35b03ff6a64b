/** `names`: the class names in it; empty if it applies to everything. */
type Rule = { text: string; names: string[] }

/** The rules of each sheet. Reading them takes a phone longer than the rest of a picture, and existing sheets do not change. */
const known = new WeakMap<CSSStyleSheet, Rule[]>()

function rulesOf(sheet: CSSStyleSheet): Rule[] {
  let rules = known.get(sheet)
  if (!rules) {
    rules = cssRulesOf(sheet).map(({ cssText }) => {
      const names = [...cssText.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name!)
      return { text: cssText, names }
    })
    if (rules.length > 0) known.set(sheet, rules)
  }
  return rules
}

/** Empty for a sheet that did not arrive, or not yet: browsers do not let scripts read it. */
function cssRulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules]
  } catch (error) {
    if (error instanceof DOMException) return []
    throw error
  }
}

/** All style sheets except the one that comes with the page itself, and those of browser extensions, which scripts may not read. */
function sheets(): CSSStyleSheet[] {
  const page = document.querySelector('style[data-page]')
  const { origin } = window.location
  return [...document.styleSheets].filter(
    ({ ownerNode, href }) => ownerNode !== page && (href === null || new URL(href).origin === origin),
  )
}

/** Reads the sheets added since the last time, one each time `free` resolves. */
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
