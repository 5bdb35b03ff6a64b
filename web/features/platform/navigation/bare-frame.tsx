import type { ReactNode } from 'react'

/** Around a page that stands alone, perhaps inside somebody else's: nothing but `<main>`. */
export function BareFrame({ children }: { children: ReactNode }) {
  return <main id="main">{children}</main>
}
