type Node = { type: string; callee?: { type: string; name?: string } }
type Path = { node: Node; parentPath: Path | null }

/** Words of the API's description: no rule, and checked as a whole elsewhere. */
const describing = new Set(['answers', 'describeRoute'])

const isDescription = ({ node }: Path) =>
  node.type === 'CallExpression' && node.callee?.type === 'Identifier' && describing.has(node.callee.name ?? '')

/** A plugin of Stryker: what it says a reason for is not mutated. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'descriptions',
    value: {
      shouldIgnore: (path: Path) => (isDescription(path) ? 'describes the API' : undefined),
    },
  },
]
