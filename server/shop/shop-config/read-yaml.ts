import { isMap, isScalar, LineCounter, type Node, type ParsedNode, parseDocument, visit, type YAMLError } from 'yaml'
import type { ConfigFault } from '#domain/shop/shop-config-rules.ts'

type Path = readonly (string | number)[]
export type LineFault = Omit<ConfigFault, 'path'> & { path: Path; line: number }

/** A text parsed as YAML: its value with the line of every place in it, or its faults. */
export type ReadYaml = { value: unknown; lineOf: (path: Path) => number } | { faults: LineFault[] }

const syntaxCodes: Partial<Record<YAMLError['code'], string>> = {
  BAD_INDENT: 'indent',
  MISSING_CHAR: 'not_closed',
  MULTIPLE_DOCS: 'several_documents',
  TAB_AS_INDENT: 'tab',
}

/**
 * Parses YAML. Refuses aliases, as a few of them can make gigabytes, and duplicate keys. Never throws; a text nested too deep for memory is a
 * fault like any other.
 */
export function readYaml(text: string): ReadYaml {
  const lines = new LineCounter()
  // duplicates are checked by us: the library compares every key with every other
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: false,
    prettyErrors: false,
  })
  const lineAt = (offset: number | undefined) => Math.max(1, lines.linePos(offset ?? 0).line)
  const faults: LineFault[] = [...document.errors, ...document.warnings].map((error) => ({
    path: [],
    line: lineAt(error.pos[0]),
    code: syntaxCodes[error.code] ?? 'syntax',
  }))
  if (faults.length > 0) return { faults }

  const startOf = (node: unknown) => (node as Node | null)?.range?.[0]
  visit(document, {
    Alias: (_, node) => void faults.push({ path: [], line: lineAt(startOf(node)), code: 'alias' }),
    Map(_, map) {
      const seen = new Set<string>()
      for (const { key } of map.items) {
        const name = isScalar(key) ? String(key.value) : ''
        const line = lineAt(startOf(key))
        if (seen.has(name)) faults.push({ path: [], line, code: 'key_twice', values: { key: name } })
        seen.add(name)
      }
    },
  })
  if (faults.length > 0) return { faults }
  return { value: document.toJS(), lineOf: (path) => lineAt(offsetOf(document.contents, path)) }
}

/** The position of a place in the value; for something missing, that of its parent. */
function offsetOf(root: ParsedNode | null, path: Path): number | undefined {
  let node: Node | null = root
  let offset = root?.range?.[0]
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      if (!pair) return offset
      offset = (pair.key as Node).range?.[0]
      node = pair.value as Node | null
    } else {
      const item = (node as { items?: Node[] } | null)?.items?.[Number(step)]
      if (!item) return offset
      offset = item.range?.[0]
      node = item
    }
  }
  return offset
}
