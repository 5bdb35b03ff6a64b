import type { ReactNode } from 'react'

export interface TreeNode {
  id: string
  label: ReactNode
  /** The label as plain text if the label itself is not a string; used to find the node by its first letters. */
  text?: string
  /** Something small before the label, such as a `SeriesSwatch`. */
  start?: ReactNode
  /** Something small after the label, such as a count or the newest weight. */
  end?: ReactNode
  children?: readonly TreeNode[]
}

export interface VisibleNode {
  node: TreeNode
  /** 1 for the roots. */
  level: number
  parent: string | undefined
  position: number
  siblings: number
}

/** The visible nodes from top to bottom, in the order the keyboard visits them. */
export function visibleNodes(
  nodes: readonly TreeNode[],
  expanded: ReadonlySet<string>,
  level = 1,
  parent?: string,
): VisibleNode[] {
  return nodes.flatMap((node, index) => [
    { node, level, parent, position: index + 1, siblings: nodes.length },
    ...(node.children && expanded.has(node.id) ? visibleNodes(node.children, expanded, level + 1, node.id) : []),
  ])
}

/** The ids of the leaves below a node; for a leaf, its own id. */
export function leafIds(node: TreeNode): string[] {
  return node.children ? node.children.flatMap(leafIds) : [node.id]
}

/** Whether all, none or some (`mixed`) of a node's leaves are checked. */
export function checkState(node: TreeNode, checked: ReadonlySet<string>): boolean | 'mixed' {
  const leaves = leafIds(node)
  const count = leaves.filter((id) => checked.has(id)).length
  if (count === 0) return false
  return count === leaves.length ? true : 'mixed'
}

/** The checked leaves after a press on a node: all of its leaves are checked, or unchecked if all were checked. */
export function toggleChecked(node: TreeNode, checked: ReadonlySet<string>): Set<string> {
  const next = new Set(checked)
  const on = checkState(node, checked) !== true
  for (const id of leafIds(node)) {
    if (on) next.add(id)
    else next.delete(id)
  }
  return next
}
