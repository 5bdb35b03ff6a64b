import styles from './text-difference.module.css'

export interface DifferenceRow {
  kind: 'same' | 'added' | 'removed'
  text: string
  line: number
}

const signs = { same: ' ', added: '+', removed: '−' }

/** What changed in a text, part by part: additions marked with a plus, deletions with a minus, and the surrounding lines. */
export function TextDifference({ label, parts }: { label: string; parts: readonly (readonly DifferenceRow[])[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className={styles.difference} aria-label={label} tabIndex={0}>
      {parts.map((part) => (
        <div key={`${part[0]?.kind} ${part[0]?.line}`} className={styles.part}>
          {part.map(({ kind, text, line }) => (
            <div key={`${kind} ${line}`} className={styles.line} data-kind={kind}>
              <span className={styles.number}>{line}</span>
              <span className={styles.sign}>{signs[kind]}</span>
              {kind === 'added' ? (
                <ins className={styles.text}>{text}</ins>
              ) : kind === 'removed' ? (
                <del className={styles.text}>{text}</del>
              ) : (
                <span className={styles.text}>{text}</span>
              )}
            </div>
          ))}
        </div>
      ))}
    </section>
  )
}
