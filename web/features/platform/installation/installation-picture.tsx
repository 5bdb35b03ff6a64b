import type { ReactNode } from 'react'
import styles from './installation.module.css'

type InstallationScene = 'share' | 'menu' | 'add' | 'home'

const scenes: Record<InstallationScene, ReactNode> = {
  share: (
    <>
      <path className={styles.line} d="M5 56h110" />
      <path className={styles.faint} d="M22 70l-6 6 6 6M100 68h-10v16h10z" />
      <rect className={styles.mark} x="45" y="60" width="30" height="32" rx="6" />
      <path className={styles.onMark} d="M55 74h-3v12h16V74h-3M60 80V66M56 70l4-4 4 4" />
    </>
  ),
  menu: (
    <>
      <path className={styles.line} d="M5 40h110" />
      <rect className={styles.faint} x="14" y="16" width="66" height="14" rx="7" />
      <rect className={styles.mark} x="86" y="9" width="24" height="28" rx="6" />
      <path className={styles.onMark} d="M98 16v.1M98 23v.1M98 30v.1" />
      <path className={styles.faint} d="M14 56h70M14 68h50M14 80h60" />
    </>
  ),
  add: (
    <>
      <rect className={styles.faint} x="16" y="14" width="88" height="18" rx="5" />
      <path className={styles.faint} d="M24 23h34" />
      <rect className={styles.mark} x="16" y="38" width="88" height="22" rx="5" />
      <path className={styles.onMark} d="M24 49h40M84 43h12v12H84zM90 46v6M87 49h6" />
      <rect className={styles.faint} x="16" y="66" width="88" height="18" rx="5" />
      <path className={styles.faint} d="M24 75h26" />
    </>
  ),
  home: (
    <>
      {[16, 42, 68, 94].map((x) => (
        <rect key={x} className={styles.faint} x={x} y="16" width="14" height="14" rx="4" />
      ))}
      <rect className={styles.faint} x="16" y="44" width="14" height="14" rx="4" />
      <rect className={styles.mark} x="39" y="41" width="20" height="20" rx="5" />
      <path className={styles.onMark} d="M49 45l5 3v6l-5 3-5-3v-6z" />
      <path className={styles.faint} d="M34 68h30" />
    </>
  ),
}

/** A drawing of a phone's screen with the thing to tap filled in; the caption is next to it. */
export function InstallationPicture({ scene }: { scene: InstallationScene }) {
  return (
    <svg className={styles.picture} viewBox="0 0 120 100" aria-hidden="true">
      <rect className={styles.frame} x="4" y="4" width="112" height="92" rx="10" />
      {scenes[scene]}
    </svg>
  )
}
