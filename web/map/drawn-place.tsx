import styles from './drawn-place.module.css'

/** A place where no map is available: its pin on a plain background, north up, and its name. */
export function DrawnPlace({ label, name }: { label: string; name: string }) {
  return (
    <figure className={styles.place}>
      <svg viewBox="0 0 320 120" role="img" aria-label={label}>
        <g className={styles.ground}>
          {[24, 48, 72, 96].map((radius) => (
            <ellipse key={radius} cx="160" cy="78" rx={radius * 1.6} ry={radius * 0.5} />
          ))}
        </g>
        <path className={styles.pin} d="M160 78c-9-13-18-21-18-34a18 18 0 0 1 36 0c0 13-9 21-18 34z" />
        <circle className={styles.hole} cx="160" cy="44" r="6" />
        <path className={styles.north} d="M296 34l-7-18-7 18 7-5z" />
      </svg>
      <figcaption>{name}</figcaption>
    </figure>
  )
}
