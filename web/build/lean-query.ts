import type { Plugin } from 'vite'

const asked = '(this.#queryType === "infinite" ? infiniteQueryBehavior(this.options.pages) : this.options.behavior)'
const marked = 'options._type = "infinite";'
const imported = 'import { infiniteQueryBehavior } from "./infiniteQueryBehavior.js";\n'
const named = /(import \{ .*?) \}( from "\.\/infiniteQueryBehavior\.js")/

/**
 * Paged lists belong to screens that are opened later, so the code that fetches their pages is loaded with those screens instead of the first one. Throws if
 * this version of the package has different code.
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

/** Makes a query fetch as its options say, whatever its type. */
export const asOptionsSay = (code: string): string =>
  replaced(replaced(code, imported, ''), asked, 'this.options.behavior')

/** Makes the observer of paged queries set how they are fetched. */
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
