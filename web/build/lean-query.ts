import type { Plugin } from 'vite'

const asked = '(this.#queryType === "infinite" ? infiniteQueryBehavior(this.options.pages) : this.options.behavior)'
const marked = 'options._type = "infinite";'
const imported = 'import { infiniteQueryBehavior } from "./infiniteQueryBehavior.js";\n'
const named = /(import \{ .*?) \}( from "\.\/infiniteQueryBehavior\.js")/

/**
 * Lists that come page by page are of screens that are opened later: how their pages are fetched comes with those that show them, instead
 * of with the first screen. Throws where this version of the package says it otherwise.
 */
export function leanQuery(): Plugin {
  return {
    name: 'hivewatch-lean-query',
    apply: 'build',
    transform: {
      filter: { id: /\/query-core\/build\/modern\/(query|infiniteQueryObserver)\.js$/ },
      handler: (code, id) => ({ code: id.endsWith('/query.js') ? asOptionsSay(code) : withBehavior(code), map: null }),
    },
  }
}

/** A query fetches as its options say, whatever it is of. */
export const asOptionsSay = (code: string): string =>
  replaced(replaced(code, imported, ''), asked, 'this.options.behavior')

/** Who shows pages says how they are fetched. */
export const withBehavior = (code: string): string =>
  replaced(
    replaced(code, named, '$1, infiniteQueryBehavior }$2'),
    marked,
    `${marked} options.behavior = infiniteQueryBehavior(options.pages);`,
  )

function replaced(code: string, what: string | RegExp, by: string): string {
  const changed = typeof what === 'string' ? code.replaceAll(what, by) : code.replace(what, by)
  if (changed === code) throw new Error(`query-core no longer has ${what}: \`leanQuery\` is of no use`)
  return changed
}
