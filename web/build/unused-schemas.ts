import type { Plugin } from 'vite'

type Node = { type: string; start: number; callee?: Node; object?: Node; property?: Node; name?: string }

/** Functions that are called only because they may throw. */
const throwing = new Set(['assert', 'parse', 'parseAsync'])

const isSchema = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' &&
  callee?.type === 'MemberExpression' &&
  callee.object?.name === 'v' &&
  !throwing.has(callee.property?.name ?? '')

function starts(value: unknown, found: number[] = []): number[] {
  if (Array.isArray(value)) for (const one of value) starts(one, found)
  else if (typeof value === 'object' && value !== null) {
    if (isSchema(value as Node)) found.push((value as Node).start)
    for (const part of Object.values(value)) starts(part, found)
  }
  return found
}

/**
 * Marks each schema as removable if unused: the server's schemas are next to those of the page, and the bundler cannot tell through `v.` that creating one has
 * no side effects.
 */
export function unusedSchemas(): Plugin {
  return {
    name: 'hivewatch-unused-schemas',
    apply: 'build',
    transform: {
      order: 'post',
      filter: { id: { exclude: /\/node_modules\// }, code: 'valibot' },
      handler(code) {
        if (!/import \* as v from ["']valibot["']/.test(code)) return null
        let marked = code
        for (const start of [...new Set(starts(this.parse(code)))].sort((a, b) => b - a))
          marked = `${marked.slice(0, start)}/*#__PURE__*/ ${marked.slice(start)}`
        return { code: marked, map: null }
      },
    },
  }
}
