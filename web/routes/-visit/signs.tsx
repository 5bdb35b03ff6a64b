import { lazy, Suspense, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useIntl } from '../../i18n/intl.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import styles from './signs.module.css'

const CodePicture = lazy(async () => ({
  default: (await import('../../features/people/account/code-picture.tsx')).CodePicture,
}))

/** The text of a sign on a hive or at the entrance: whose code it is, and where it leads. `place`: the apiary of a hive. */
export type Sign = { link: string; name: string; place?: string }

/** The address that begins a visit at an apiary, with `scaleId` at that hive. */
export const visitAddress = (controllerId: number, scaleId?: number): string =>
  `${window.location.origin}/visit?at=${controllerId}${scaleId === undefined ? '' : `&hive=${scaleId}`}&begin=true`

/** Signs to be printed; while they are shown, nothing else is. */
export function Signs({ signs }: { signs: readonly Sign[] }) {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.prints = 'signs'
    return () => {
      delete dataset.prints
    }
  }, [])
  const list = <SignList signs={signs} />
  return (
    <>
      {list}
      {createPortal(
        <div className={styles.paper} data-paper="">
          {list}
        </div>,
        document.body,
      )}
    </>
  )
}

function SignList({ signs }: { signs: readonly Sign[] }) {
  const intl = useIntl()
  return (
    <ul className={styles.signs}>
      {signs.map(({ link, name, place }) => (
        <li key={link} className={styles.sign}>
          <Suspense fallback={<Skeleton shape="row" count={4} />}>
            <CodePicture text={link} label={intl.formatMessage({ id: 'hive.code.picture' }, { name })} />
          </Suspense>
          {name}
          {place && <span className={styles.place}>{place}</span>}
        </li>
      ))}
    </ul>
  )
}
