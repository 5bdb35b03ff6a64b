import { Check, ChevronRight, Minus } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import styles from './tree.module.css'
import { checkState, type TreeNode, toggleChecked, type VisibleNode, visibleNodes } from './tree-state.ts'

/**
 * A tree whose leaves are switched on and off; a branch stands for all of its leaves. Up and down move, right opens or enters, left closes or goes to the
 * parent, Space or Enter checks, and typing a letter jumps to a match.
 */
export function Tree({
  label,
  nodes,
  checked,
  onCheck,
  defaultExpanded = [],
  expanded: givenExpanded,
  onExpand,
}: {
  label: string
  nodes: readonly TreeNode[]
  /** Ids of leaves. */
  checked: ReadonlySet<string>
  onCheck: (checked: Set<string>) => void
  defaultExpanded?: readonly string[]
  /** Ids of open branches, if the caller keeps them; requires `onExpand`. */
  expanded?: ReadonlySet<string>
  onExpand?: (expanded: Set<string>) => void
}) {
  const [ownExpanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set(defaultExpanded))
  const expanded = givenExpanded ?? ownExpanded
  const [current, setCurrent] = useState(nodes[0]?.id)
  const tree = useRef<HTMLDivElement>(null)
  const visible = visibleNodes(nodes, expanded)
  const focusable = visible.some(({ node }) => node.id === current) ? current : visible[0]?.node.id

  const expand = (id: string, open: boolean) => {
    const next = new Set(expanded)
    if (open) next.add(id)
    else next.delete(id)
    setExpanded(next)
    onExpand?.(next)
  }
  const focus = (id: string | undefined) => {
    if (!id) return
    setCurrent(id)
    tree.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)?.focus()
  }
  const find = (letter: string, from: number) => {
    const rotated = [...visible.slice(from + 1), ...visible.slice(0, from + 1)]
    const text = ({ node }: VisibleNode) => node.text ?? (typeof node.label === 'string' ? node.label : '')
    return rotated.find((entry) => text(entry).toLocaleLowerCase().startsWith(letter))?.node.id
  }
  const press = (event: KeyboardEvent, entry: VisibleNode) => {
    const index = visible.findIndex(({ node }) => node.id === entry.node.id)
    const open = expanded.has(entry.node.id)
    const keys: Record<string, () => void> = {
      ArrowDown: () => focus(visible[index + 1]?.node.id),
      ArrowUp: () => focus(visible[index - 1]?.node.id),
      Home: () => focus(visible[0]?.node.id),
      End: () => focus(visible.at(-1)?.node.id),
      ArrowRight: () => {
        if (!entry.node.children) return
        if (open) focus(entry.node.children[0]?.id)
        else expand(entry.node.id, true)
      },
      ArrowLeft: () => {
        if (entry.node.children && open) expand(entry.node.id, false)
        else focus(entry.parent)
      },
      ' ': () => onCheck(toggleChecked(entry.node, checked)),
      Enter: () => onCheck(toggleChecked(entry.node, checked)),
    }
    const letter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    const act = keys[event.key] ?? (letter ? () => focus(find(event.key.toLocaleLowerCase(), index)) : undefined)
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <div ref={tree} className={styles.tree} role="tree" aria-label={label} aria-multiselectable="true">
      {visible.map((entry) => {
        const { node } = entry
        const state = checkState(node, checked)
        return (
          <div
            key={node.id}
            role="treeitem"
            data-node={node.id}
            data-branch={Boolean(node.children)}
            className={styles.item}
            style={{ '--level': entry.level } as CSSProperties}
            aria-level={entry.level}
            aria-posinset={entry.position}
            aria-setsize={entry.siblings}
            aria-expanded={node.children ? expanded.has(node.id) : undefined}
            aria-checked={state}
            tabIndex={node.id === focusable ? 0 : -1}
            onFocus={() => setCurrent(node.id)}
            onKeyDown={(event) => press(event, entry)}
            onClick={(event) => {
              const onTwist = node.children && (event.target as Element).closest('[data-twist]')
              if (onTwist) expand(node.id, !expanded.has(node.id))
              else onCheck(toggleChecked(node, checked))
            }}
          >
            {node.children && (
              <span className={styles.twist} data-twist>
                <Icon of={ChevronRight} />
              </span>
            )}
            <span className={styles.label}>
              <span className={styles.box}>
                {state !== false && <Icon of={state === 'mixed' ? Minus : Check} size={16} />}
              </span>
              {node.start}
              <span>{node.label}</span>
            </span>
            {node.end && <span className={styles.end}>{node.end}</span>}
          </div>
        )
      })}
    </div>
  )
}
