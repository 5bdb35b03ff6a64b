import type { AccessoryPicture } from '#domain/shop/shop-config.ts'
import { accessoryDrawings } from './accessory-drawings.tsx'
import styles from './product-picture.module.css'

/** The sides of a plate in mm. */
type Plate = { widthMm: number; depthMm: number }
export type Pictured =
  | { of: 'transmitter' }
  | { of: 'scale'; plate?: Plate | undefined }
  | { of: 'accessory'; picture?: AccessoryPicture | undefined }

/** A drawing of a product in the page's colors; a plate has its real proportions. It adds nothing to the text. */
export function ProductPicture(pictured: Pictured) {
  return (
    <svg className={styles.picture} data-small={pictured.of === 'accessory'} viewBox="0 -20 240 176" aria-hidden="true">
      {pictured.of === 'transmitter' && <Transmitter />}
      {pictured.of === 'scale' && <HiveOnPlate {...(pictured.plate ?? usualPlate)} />}
      {pictured.of === 'accessory' && accessoryDrawings[pictured.picture ?? 'parcel']}
    </svg>
  )
}

/** A box with its antenna, transmitting, and the cable to a scale. */
const Transmitter = () => (
  <>
    <path className={styles.quiet} d="M150 104c0 34 46 10 46 34" />
    <rect className={styles.body} x="66" y="46" width="96" height="68" rx="10" />
    <rect className={styles.face} x="80" y="60" width="44" height="26" rx="4" />
    <circle className={styles.lit} cx="144" cy="73" r="5" />
    <path d="M86 98h30M80 46V14" />
    <circle className={styles.body} cx="80" cy="12" r="4" />
    <path
      className={styles.quiet}
      d="M94 20a17 17 0 0 0 0-16M106 28a34 34 0 0 0 0-32M66 20a17 17 0 0 1 0-16M54 28a34 34 0 0 1 0-32"
    />
  </>
)

const usualPlate: Plate = { widthMm: 450, depthMm: 520 }
const FOOT = 12
const HIVE = 56

/** Seen from above a corner, as in technical drawings: the two sides of the plate keep their ratio. */
function HiveOnPlate({ widthMm, depthMm }: Plate) {
  const scale = 150 / (widthMm + depthMm)
  const [acrossX, acrossY] = [0.87 * widthMm * scale, 0.5 * widthMm * scale]
  const [backX, backY] = [0.87 * depthMm * scale, 0.5 * depthMm * scale]
  const left = 120 - (acrossX + backX) / 2
  const near = { x: left + backX, y: 134 - FOOT }
  const corners = (up: number) => [
    { x: near.x, y: near.y - up },
    { x: near.x + acrossX, y: near.y - acrossY - up },
    { x: near.x + acrossX - backX, y: near.y - acrossY - backY - up },
    { x: near.x - backX, y: near.y - backY - up },
  ]
  const around = (up: number) =>
    corners(up)
      .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
      .join(' ')
  const uprights = corners(0)
    .filter((_, corner) => corner !== 2)
    .map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}v-${HIVE}`)
    .join('')
  const feet = corners(0)
    .filter((_, corner) => corner !== 2)
    .map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}v${FOOT}`)
    .join('')
  return (
    <>
      <path className={styles.foot} d={feet} />
      <polygon className={styles.plate} points={around(0)} />
      <path className={styles.quiet} d={uprights} />
      <polygon className={styles.quiet} points={around(HIVE)} />
    </>
  )
}
