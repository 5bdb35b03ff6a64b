import type { ReactNode } from 'react'
import type { AccessoryPicture } from '#domain/shop/shop-config.ts'
import styles from './product-picture.module.css'

/** The drawings of accessories, each in the frame of `ProductPicture`. */
export const accessoryDrawings: Record<AccessoryPicture, ReactNode> = {
  parcel: (
    <>
      <path className={styles.body} d="M46 34 120 0l74 34v70l-74 34-74-34z" />
      <path className={styles.face} d="m74 21 20-9 74 34v24l-20 9V55z" />
      <path d="m46 34 74 34 74-34M120 68v70" />
    </>
  ),
  antenna: (
    <>
      <path className={styles.body} d="m76 136 14-28h60l14 28z" />
      <path d="M120 80V32" />
      <rect className={styles.face} x="110" y="74" width="20" height="34" rx="4" />
      <circle className={styles.lit} cx="120" cy="26" r="8" />
      <path d="M144 46a30 30 0 0 0 0-40M96 46a30 30 0 0 1 0-40" />
      <path className={styles.quiet} d="M164 60a50 50 0 0 0 0-68M76 60a50 50 0 0 1 0-68" />
    </>
  ),
  battery: (
    <>
      <rect className={styles.body} x="34" y="28" width="152" height="80" rx="12" />
      <path className={styles.lit} d="M186 50h12a8 8 0 0 1 8 8v20a8 8 0 0 1-8 8h-12z" />
      <rect className={styles.face} x="34" y="28" width="76" height="80" rx="12" />
      <path d="M58 68h28M134 68h28M148 54v28" />
    </>
  ),
  book: (
    <>
      <path className={styles.body} d="M182 98v40H80a20 20 0 0 1 0-40z" />
      <path className={styles.face} d="M60 118V18A20 20 0 0 1 80-2h102v100H80a20 20 0 0 0-20 20z" />
      <path d="M104 28h50M104 52h34M84 118h98" />
    </>
  ),
  cable: (
    <>
      <circle cx="104" cy="62" r="62" />
      <circle cx="104" cy="62" r="46" />
      <circle cx="104" cy="62" r="30" />
      <rect className={styles.face} x="92" y="-8" width="24" height="48" rx="6" />
      <path d="M104 124h66M206 116h14M206 132h14" />
      <rect className={styles.lit} x="170" y="106" width="36" height="36" rx="6" />
    </>
  ),
  plate: (
    <>
      <path className={styles.foot} d="M34 70v38M120 112v26M206 70v38" />
      <path className={styles.body} d="m28 62 92 46 92-46v18l-92 46-92-46z" />
      <path className={styles.plate} d="m120 16 92 46-92 46-92-46z" />
    </>
  ),
  sensor: (
    <>
      <path className={styles.body} d="M70 84V16a18 18 0 0 1 36 0v68a30 30 0 1 1-36 0z" />
      <circle className={styles.lit} cx="88" cy="108" r="14" />
      <path d="M88 94V36M124 16h14M124 40h14M124 64h14" />
      <path className={styles.face} d="M176 54c16 24 26 38 26 54a26 26 0 0 1-52 0c0-16 10-30 26-54z" />
    </>
  ),
  'solar-panel': (
    <>
      <path d="M124 100v34M94 136h60" />
      <path className={styles.face} d="M50 100 84 20h132l-34 80z" />
      <path d="M67 60h132M128 20l-34 80M172 20l-34 80" />
      <circle className={styles.lit} cx="44" cy="16" r="16" />
      <path d="M44 46v8M12 16H6M20 40l-5 5M20-8l-5-5" />
    </>
  ),
  strap: (
    <>
      <path className={styles.body} d="M58 24h124v112H58z" />
      <path className={styles.body} d="M50 0h140v24H50z" />
      <path d="M58 80h124" />
      <path className={styles.lit} d="M106 0h28v136h-28z" />
      <rect className={styles.face} x="94" y="46" width="52" height="32" rx="6" />
    </>
  ),
}
